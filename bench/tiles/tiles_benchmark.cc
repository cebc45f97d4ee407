// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
//
// What every tile of a convolution costs on a device: for whoever writes the rules of ChooseTile and ChooseFusedTile.
// Each candidate is dispatched again and again behind barriers, as the layers of a network are.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "api/devices.h"
#include "fusions/depthwise_pointwise/depthwise_pointwise.h"
#include "fusions/pointwise_of.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/graph_under_test.h"
#include "plan/assembly.h"
#include "plan/hazards.h"
#include "plan/placement.h"
#include "runtime/executable.h"

namespace mica {
namespace {

struct Layer {
  std::string name;
  int height = 1;  // Of the input.
  int width = 1;
  int inputs = 1;
  int outputs = 1;
  int kernel = 1;
  int stride = 1;
  bool depthwise = false;  // A 3x3 depthwise convolution with this stride in front of a 1x1.
};

// Of MobileNet v1 and v2, EfficientNet B0, DeepLab v3, face landmark and ResNet-50.
const std::vector<Layer> kLayers = {
    {"dw+pw 112 32-64", 112, 112, 32, 64, 1, 1, true},
    {"dw+pw 112/2 64-128", 112, 112, 64, 128, 1, 2, true},
    {"dw+pw 28 256-256", 28, 28, 256, 256, 1, 1, true},
    {"dw+pw 14 512-512", 14, 14, 512, 512, 1, 1, true},
    {"dw+pw 7 1024-1024", 7, 7, 1024, 1024, 1, 1, true},
    {"dw+pw 56 144-24", 56, 56, 144, 24, 1, 1, true},
    {"dw+pw 14 576-96", 14, 14, 576, 96, 1, 1, true},
    {"dw+pw 33 384-64", 33, 33, 384, 64, 1, 1, true},
    {"dw+pw 96 16-16", 96, 96, 16, 16, 1, 1, true},
    {"dw+pw 24 64-64", 24, 24, 64, 64, 1, 1, true},
    {"1x1 112 16-96", 112, 112, 16, 96},
    {"1x1 28 32-192", 28, 28, 32, 192},
    {"1x1 14 96-576", 14, 14, 96, 576},
    {"1x1 7 320-1280", 7, 7, 320, 1280},
    {"1x1 7 960-160", 7, 7, 960, 160},
    {"1x1 56 64-256", 56, 56, 64, 256},
    {"1x1 14 1024-256", 14, 14, 1024, 256},
    {"1x1 7 512-2048", 7, 7, 512, 2048},
    {"3x3 224/2 3-32", 224, 224, 3, 32, 3, 2},
    {"7x7 224/2 3-64", 224, 224, 3, 64, 7, 2},
    {"3x3 56 64-64", 56, 56, 64, 64, 3},
    {"3x3 28 128-128", 28, 28, 128, 128, 3},
    {"3x3 14 256-256", 14, 14, 256, 256, 3},
    {"3x3 7 512-512", 7, 7, 512, 512, 3},
};

// The nodes of a layer, between two tensors that no caller sees.
struct LayerGraph {
  ops::GraphUnderTest test;
  const graph::Node* first = nullptr;
  const graph::Node* conv = nullptr;
};

void MakeLayer(const Layer& layer, LayerGraph& made) {
  const ops::Window2d window{.stride_y = layer.stride, .stride_x = layer.stride, .padding = schema::Padding_SAME};
  graph::Value* value = &made.test.graph.AddValue("source", {.shape = {1, layer.height, layer.width, layer.inputs}});
  if (layer.depthwise) {
    value = &made.test.Add("DEPTHWISE_CONV_2D", {value, &made.test.Weights({1, 3, 3, layer.inputs})},
                           ops::DepthwiseConv2dAttributes{window});
    made.first = value->producer;
    value = &made.test.Add("RELU6", {value});
  }
  value =
      &made.test.Add("CONV_2D", {value, &made.test.Weights({layer.outputs, layer.kernel, layer.kernel, layer.inputs})},
                     ops::Conv2dAttributes{layer.depthwise ? ops::Window2d{} : window});
  made.conv = value->producer;
}

std::vector<ops::AnyTile> MatrixCandidates(const ops::Convolution& conv, const LoweringContext& context) {
  std::vector<ops::AnyTile> tiles;
  if (!ops::HasMatrixForm(conv, context)) return tiles;
  const int column_blocks = (conv.dst.slices() + 3) / 4;
  for (const int rows : {1, 2}) {
    for (const int columns : {1, 2, 4, 5, 6, 8}) {
      for (const int parts : {1, 2, 4, 8, 16}) {
        const ops::MatrixTile tile{.rows = rows, .columns = columns, .parts = parts};
        const int subgroups = columns * parts;
        if (subgroups < 4 || subgroups > 32 || columns > column_blocks) continue;
        if (parts * 4 > conv.src.slices() || rows * 8 > conv.dst[1] * conv.dst[2]) continue;
        if (ops::FitsMatrixTile(conv, tile, context.device)) tiles.emplace_back(tile);
      }
    }
  }
  return tiles;
}

std::vector<ops::AnyTile> Candidates(const ops::Convolution& conv, const LoweringContext& context, bool depthwise) {
  std::vector<ops::AnyTile> tiles = MatrixCandidates(conv, context);
  if (!tiles.empty()) return tiles;
  const ops::ProductShape shape = conv.product();
  const gpu::DeviceInfo& device = context.device;
  for (const int pixel_lanes : {4, 8}) {
    for (const int pixels : {1, 2, 4}) {
      for (const int slices : {1, 2, 4}) {
        for (const int slice_parts : {1, 2, 4, 8, 16}) {
          for (const int tap_parts : {1, 3}) {
            const ops::Tile tile{pixel_lanes, pixels, 32 / pixel_lanes, slices, tap_parts, slice_parts};
            const std::size_t shared_bytes =
                depthwise ? ops::SharedBytesOfInner(conv, tile) : static_cast<std::size_t>(tile.shared_float4s()) * 16;
            if (slice_parts > shape.input_slices || (tap_parts > 1 && shape.taps == 1)) continue;
            if (tile.invocations() > device.max_group_invocations || tile.invocations() < 64) continue;
            if (shared_bytes > device.shared_memory_bytes) continue;
            if (tile.tile_slices() > shape.output_slices * 2 || tile.tile_pixels() > shape.pixels * 2) continue;
            tiles.emplace_back(tile);
          }
        }
      }
    }
  }
  return tiles;
}

constexpr int kRepeats = 10;

Result<double> Microseconds(const LayerGraph& made, const ops::AnyTile& tile, gpu::Device& device,
                            const LoweringContext& context, const plan::PlanOptions& options,
                            const plan::TensorTypes& types) {
  const gpu::DeviceInfo& info = context.device;
  const NodeView conv_view(*made.conv);
  KernelRequest kernel;
  if (made.first != nullptr) {
    ASSIGN_OR_RETURN(auto fusion, fusions::FuseWithTile(*made.first, made.test.graph, context, tile));
    kernel = std::move(fusion->kernel);
  } else {
    kernel = ops::TileConvolution(ops::Convolution(conv_view), tile);
  }
  plan::FusedKernels fused;
  for (int i = 0; i < kRepeats; ++i) fused.kernels.push_back({kernel, {}, {}});
  ASSIGN_OR_RETURN(plan::Plan plan, plan::Assemble(fused, made.test.graph, info, options, types));
  RETURN_IF_ERROR(plan::PlaceTensors(plan, info, options.memory));
  plan::SetBarriers(plan);
  ASSIGN_OR_RETURN(const auto executable, runtime::Executable::Build(device, std::move(plan), made.test.graph, {}));
  // A GPU that idled while programs were compiled first has to raise its clock: the best of many rounds.
  double best = 1e9;
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(40);
  while (std::chrono::steady_clock::now() < until) {
    constexpr int kRuns = 20;
    const auto started = std::chrono::steady_clock::now();
    for (int run = 0; run < kRuns; ++run) RETURN_IF_ERROR(executable->Start());
    RETURN_IF_ERROR(executable->Wait(gpu::WaitMode::kActive));
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - started;
    best = std::min(best, took.count() / (kRuns * kRepeats));
  }
  return best;
}

std::string ToString(const ops::AnyTile& any) {
  if (const auto* matrix = std::get_if<ops::MatrixTile>(&any)) {
    return fmt::format("matrices: {} rows, {}x{} columns, {} parts", matrix->rows, matrix->columns,
                       matrix->column_blocks, matrix->parts);
  }
  const auto& tile = std::get<ops::Tile>(any);
  return fmt::format("{}x{} pixels, {}x{} slices, {}x{} parts", tile.pixel_lanes, tile.pixels, tile.slice_lanes,
                     tile.slices, tile.tap_parts, tile.slice_parts);
}

std::optional<ops::AnyTile> Chosen(const ops::Convolution& conv, const LoweringContext& context, bool depthwise) {
  if (depthwise) return fusions::ChooseFusedTile(conv, context);
  if (const auto matrix = ops::ChooseMatrixTile(conv, context, /*has_middle=*/false)) return *matrix;
  return ops::ChooseTile(conv.product(), context.device);
}

Status Measure(const Layer& layer, gpu::Device& device, const gpu::DeviceInfo& info, const plan::PlanOptions& options,
               int shown) {
  LayerGraph made;
  MakeLayer(layer, made);
  const plan::TensorTypes types(made.test.graph, info, options);
  const LoweringContext context{
      .device = info, .precision = options.precision, .type_of = [&](const graph::Value& v) { return types.Of(v); }};
  const NodeView conv_view(*made.conv);
  const ops::Convolution conv(conv_view);
  std::vector<std::pair<double, ops::AnyTile>> measured;
  const std::optional<ops::AnyTile> chosen = Chosen(conv, context, layer.depthwise);
  std::vector<ops::AnyTile> candidates = Candidates(conv, context, layer.depthwise);
  if (chosen) candidates.push_back(*chosen);
  for (const ops::AnyTile& tile : candidates) {
    ASSIGN_OR_RETURN(const double microseconds, Microseconds(made, tile, device, context, options, types));
    measured.emplace_back(microseconds, tile);
  }
  const double chosen_us = chosen ? measured.back().first : 0;
  std::ranges::sort(measured, {}, [](const auto& entry) { return entry.first; });
  fmt::print("{}: chosen {:.2f} us ({})\n", layer.name, chosen_us, chosen ? ToString(*chosen) : "none");
  for (std::size_t i = 0; i < measured.size() && i < static_cast<std::size_t>(shown); ++i) {
    fmt::print("  {:7.2f} us  {}\n", measured[i].first, ToString(measured[i].second));
  }
  std::fflush(stdout);
  return Ok();
}

Status Run(const SessionOptions& options, bool fp16, const std::string& filter, int shown) {
  ASSIGN_OR_RETURN(const std::unique_ptr<gpu::Device> device, api::CreateDevice(options));
  gpu::DeviceInfo info = device->info();
  info.kind = gpu::DeviceKind::kDiscrete;  // The rules of hardware, whatever it is.
  const plan::PlanOptions plan_options{.precision = fp16 ? Precision::kFp16 : Precision::kFp32};
  for (const Layer& layer : kLayers) {
    if (layer.name.find(filter) == std::string::npos) continue;
    RETURN_IF_ERROR(Measure(layer, *device, info, plan_options, shown).WithContext("{}", layer.name));
  }
  return Ok();
}

}  // namespace
}  // namespace mica

int main(int argc, char** argv) {
  CLI::App app("Times every tile of the convolutions of well-known networks.");
  mica::SessionOptions options;
  bool fp16 = false;
  std::string filter;
  int shown = 5;
  app.add_option("--backend", options.backend, "gl or vulkan")->capture_default_str();
  app.add_flag("--fp16", fp16, "16-bit storage");
  app.add_option("--layer", filter, "Only layers whose name has this text");
  app.add_option("--show", shown, "How many of the best to print")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const mica::Status status = mica::Run(options, fp16, filter, shown);
  if (!status.ok()) fmt::print(stderr, "{}\n", status.message());
  return status.ok() ? 0 : 1;
}
