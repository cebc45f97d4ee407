// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/pointwise_pair/pointwise_pair.h"

#include <algorithm>

#include "fusions/pointwise_of.h"

namespace mica::fusions {
namespace {

// The lanes share the inputs of the first product among them, MIDDLE_SLICES x PARTS of them, and the outputs of the
// second.
constexpr std::string_view kText = R"(
KERNEL {
  int lane = LOCAL_X;
  int b = GROUP_Z;
  int column = lane % MIDDLE_SLICES;
  float4 sum = FLOAT4(0.0);
  if (lane < MIDDLE_SLICES * PARTS) {
    for (int i = lane / MIDDLE_SLICES; i < SRC_SLICES; i += PARTS) {
      float4 v = src_read(b, 0, 0, i);
      int weight = i * 4 * MIDDLE_SLICES + column;
      sum += first_weights_read(weight) * v.x + first_weights_read(weight + MIDDLE_SLICES) * v.y +
             first_weights_read(weight + MIDDLE_SLICES * 2) * v.z + first_weights_read(weight + MIDDLE_SLICES * 3) * v.w;
    }
  }
  parts[lane] = sum;
  BARRIER;
  if (lane < MIDDLE_SLICES) {
    float4 total = first_bias_read(lane);
    for (int p = 0; p < PARTS; ++p) total += parts[p * MIDDLE_SLICES + lane];
    values[lane] = middle_steps(total, b, 0, 0, lane);
  }
  BARRIER;
  for (int slice = lane; slice < DST_SLICES; slice += GROUP_SIZE_X) {
    float4 total = bias_read(slice);
    for (int i = 0; i < MIDDLE_SLICES; ++i) {
      float4 v = values[i];
      int weight = i * 4 * DST_SLICES + slice;
      total += weights_read(weight) * v.x + weights_read(weight + DST_SLICES) * v.y +
               weights_read(weight + DST_SLICES * 2) * v.z + weights_read(weight + DST_SLICES * 3) * v.w;
    }
    dst_write(total, b, 0, 0, slice);
  }
}
)";

constexpr int kMostWeights = 1 << 18;  // Of both together: more is work for several groups.

bool IsOnePixel(const Shape& shape) {
  return shape.height() == 1 && shape.width() == 1;
}

void AddProduct(const ops::Convolution& conv, const std::string& prefix, KernelRequest& request) {
  constexpr int kO = 0, kI = 3;  // Axes of the weights in the file.
  request.constants.push_back(
      {prefix + "weights",
       &conv.node.input(1),
       {.source = conv.weights, .loops = {{kI, conv.src.slices() * 4, 1}, {kO, conv.dst.slices() * 4, 1}}}});
  request.constants.push_back(
      {prefix + "bias", conv.node.has_input(2) ? &conv.node.input(2) : nullptr, PackVector(conv.dst[3])});
}

}  // namespace

Result<std::optional<Fusion>> FusePointwisePair(const graph::Node& node, const graph::Graph& graph,
                                                const LoweringContext& context) {
  if (context.device.is_software() || node.op != "CONV_2D" || !IsOnePixel(node.outputs[0]->desc.shape)) {
    return std::nullopt;
  }
  const NodeView first_view(node);
  const ops::Convolution first(first_view);
  ASSIGN_OR_RETURN(StepChain chain, FollowSteps(*node.outputs[0], graph));
  if (!first.is_pointwise() || !IsOnePixel(first.src) || !IsPointwiseOf(chain)) return std::nullopt;
  const NodeView second_view(*chain.reader);
  const ops::Convolution second(second_view);
  const int group = std::min(512, context.device.max_group_invocations);
  const int middle_slices = first.dst.slices();
  if (first.weights.elements() + second.weights.elements() > kMostWeights || middle_slices > group) return std::nullopt;

  Fusion fusion{.nodes = NodesOf(node, chain), .kernel = {}};
  KernelRequest& kernel = fusion.kernel;
  kernel.name = "pointwise_pair";
  kernel.text = std::string(kText);
  kernel.definitions = {{"PARTS", std::min(group / middle_slices, first.src.slices())}};
  kernel.reads = {{"src", node.inputs[0]}};
  kernel.writes = {{"dst", chain.reader->outputs[0]}};
  AddProduct(first, "first_", kernel);
  AddProduct(second, "", kernel);
  kernel.inner = InnerValue{.name = "middle", .shape = first.dst, .steps = std::move(chain.steps)};
  kernel.shared = {{"parts", "float4", group}, {"values", "float4", middle_slices}};
  kernel.grid = {group, 1, second.dst[0]};
  kernel.group_size = {group, 1, 1};
  return fusion;
}

}  // namespace mica::fusions
