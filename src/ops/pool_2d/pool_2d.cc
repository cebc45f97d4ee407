// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// AVERAGE_POOL_2D and MAX_POOL_2D: the mean or the largest value of a window, channel by channel. What lies in the
// padding counts for neither: an average divides by the pixels that are inside.
#include "ops/pool_2d/pool_2d.h"

#include <algorithm>
#include <limits>

namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  if (op.input_count() != 1 || op.output_count() != 1 || !op.has_input(0)) {
    return InvalidModel("takes 1 input and 1 output; {} and {} are given.", op.input_count(), op.output_count());
  }
  const auto* options = op.Options<schema::Pool2DOptions>();
  if (options == nullptr) return InvalidModel("has no options: the size of its window is not known.");
  return Pool2dAttributes{
      .window = ReadStrides(*options), .height = options->filter_height(), .width = options->filter_width()};
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const Shape& image = node.input(0).desc.shape;
  if (image.rank() != 4) return InvalidModel("the image must have 4 dimensions; it is {}.", ToString(image));
  const auto& pool = node.attributes<Pool2dAttributes>();
  RETURN_IF_ERROR(CheckWindow(pool.window, image[1], image[2], pool.height, pool.width));
  const PlacedWindow placed = Place(pool.window, image[1], image[2], pool.height, pool.width);
  outputs[0] = node.input(0).desc;
  outputs[0].shape = {image[0], placed.output_height, placed.output_width, image[3]};
  return Ok();
}

// Calls visit(value) for each pixel of the window of output (y, x) that is inside the image.
template <typename Visit>
void VisitWindow(const Pool2dAttributes& pool, const PlacedWindow& placed, const HostTensor& image, int b, int y, int x,
                 int c, Visit visit) {
  const int top = y * pool.window.stride_y - placed.top;
  const int left = x * pool.window.stride_x - placed.left;
  for (int in_y = std::max(top, 0); in_y < std::min(top + pool.height, image.shape()[1]); ++in_y) {
    for (int in_x = std::max(left, 0); in_x < std::min(left + pool.width, image.shape()[2]); ++in_x) {
      visit(image.at(b, in_y, in_x, c));
    }
  }
}

template <typename Pool>
void ForEachOutput(const NodeView& node, HostInputs inputs, HostOutputs outputs, Pool pool_window) {
  const auto& pool = node.attributes<Pool2dAttributes>();
  const HostTensor& image = *inputs[0];
  const Shape& out = outputs[0].shape();
  const PlacedWindow placed = Place(pool.window, image.shape()[1], image.shape()[2], pool.height, pool.width);
  for (int b = 0; b < out[0]; ++b) {
    for (int y = 0; y < out[1]; ++y) {
      for (int x = 0; x < out[2]; ++x) {
        for (int c = 0; c < out[3]; ++c) {
          outputs[0].at(b, y, x, c) =
              pool_window([&](auto visit) { VisitWindow(pool, placed, image, b, y, x, c, visit); });
        }
      }
    }
  }
}

void AverageReference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  ForEachOutput(node, inputs, outputs, [](auto for_each_pixel) {
    double sum = 0.0;
    int count = 0;
    for_each_pixel([&](float value) {
      sum += value;
      ++count;
    });
    return static_cast<float>(count == 0 ? 0.0 : sum / count);
  });
}

void MaxReference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  ForEachOutput(node, inputs, outputs, [](auto for_each_pixel) {
    float peak = std::numeric_limits<float>::lowest();
    for_each_pixel([&](float value) { peak = std::max(peak, value); });
    return peak;
  });
}

constexpr std::string_view kText = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  int top = y * STRIDE_Y - PADDING_TOP;
  int left = x * STRIDE_X - PADDING_LEFT;
  int first_y = max(top, 0);
  int first_x = max(left, 0);
  int end_y = min(top + WINDOW_HEIGHT, SRC_HEIGHT);
  int end_x = min(left + WINDOW_WIDTH, SRC_WIDTH);
#if IS_AVERAGE
  float4 result = FLOAT4(0.0);
#else
  float4 result = FLOAT4(LOWEST);
#endif
  for (int src_y = first_y; src_y < end_y; ++src_y) {
    for (int src_x = first_x; src_x < end_x; ++src_x) {
      float4 value = src_read(b, src_x, src_y, slice);
#if IS_AVERAGE
      result += value;
#else
      result = max(result, value);
#endif
    }
  }
#if IS_AVERAGE
  int inside = max((end_y - first_y) * (end_x - first_x), 1);
  result = result / FLOAT4(TO_FLOAT(inside));
#endif
  dst_write(result, b, x, y, slice);
}
)";

Status LowerPool(const NodeView& node, bool is_average, KernelSequence& sequence) {
  const auto& pool = node.attributes<Pool2dAttributes>();
  const Shape& src = node.input(0).desc.shape;
  const Shape& dst = node.output(0).desc.shape;
  const PlacedWindow placed = Place(pool.window, src[1], src[2], pool.height, pool.width);
  KernelRequest request{.name = is_average ? "average_pool_2d" : "max_pool_2d",
                        .text = std::string(kText),
                        .definitions = WindowDefinitions(pool.window, placed),
                        .reads = {{"src", &node.input(0)}},
                        .writes = {{"dst", &node.output(0)}},
                        .grid = {dst[2], dst[1], dst.slices() * dst[0]}};
  request.definitions.insert(request.definitions.end(), {{"WINDOW_HEIGHT", pool.height},
                                                         {"WINDOW_WIDTH", pool.width},
                                                         {"IS_AVERAGE", is_average ? 1 : 0},
                                                         {"LOWEST", std::numeric_limits<float>::lowest()}});
  sequence.Add(std::move(request));
  return Ok();
}

Status LowerAverage(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  return LowerPool(node, /*is_average=*/true, sequence);
}

Status LowerMax(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  return LowerPool(node, /*is_average=*/false, sequence);
}

std::vector<OperatorCase> Cases() {
  const auto pool = [](std::string name, Shape image, Pool2dAttributes attributes) {
    return OperatorCase{.name = std::move(name), .inputs = {{.shape = image}}, .attributes = attributes};
  };
  constexpr auto kSame = schema::Padding_SAME;
  return {
      pool("TwoByTwo", {1, 8, 8, 8}, {.window = {.stride_y = 2, .stride_x = 2}, .height = 2, .width = 2}),
      pool("Global", {1, 7, 7, 20}, {.height = 7, .width = 7}),
      pool("PaddedSlice", {1, 6, 6, 5}, {.window = {.stride_y = 2, .stride_x = 2}, .height = 2, .width = 2}),
      pool("SamePaddingDoesNotCount", {1, 5, 5, 4}, {.window = {.padding = kSame}, .height = 3, .width = 3}),
      pool("SameStrideTwo", {1, 7, 9, 6},
           {.window = {.stride_y = 2, .stride_x = 2, .padding = kSame}, .height = 3, .width = 3}),
      pool("EvenWindowSame", {1, 6, 5, 4}, {.window = {.padding = kSame}, .height = 2, .width = 4}),
      pool("StrideLargerThanWindow", {1, 9, 9, 4}, {.window = {.stride_y = 3, .stride_x = 4}, .height = 2, .width = 2}),
      pool("Batch", {3, 4, 6, 7}, {.window = {.stride_y = 2, .stride_x = 2}, .height = 2, .width = 2}),
      pool("OnePixel", {1, 1, 1, 3}, {.height = 1, .width = 1}),
  };
}

}  // namespace

const OperatorDef kAveragePool2d = {.name = "AVERAGE_POOL_2D",
                                    .parse = Parse,
                                    .fused_activation = ActivationOf<schema::Pool2DOptions>,
                                    .infer_shapes = InferShapes,
                                    .reference = AverageReference,
                                    .gpu_support = FloatTensorsOnly,
                                    .lower = LowerAverage,
                                    .cases = Cases};

const OperatorDef kMaxPool2d = {.name = "MAX_POOL_2D",
                                .parse = Parse,
                                .fused_activation = ActivationOf<schema::Pool2DOptions>,
                                .infer_shapes = InferShapes,
                                .reference = MaxReference,
                                .gpu_support = FloatTensorsOnly,
                                .lower = LowerMax,
                                .cases = Cases};

}  // namespace mica::ops
