// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/depthwise_pointwise/depthwise_pointwise.h"

#include "fusions/pointwise_of.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

namespace mica::fusions {
namespace {

constexpr std::string_view kDepthwise = R"(
float4 middle_compute(int b, int x, int y, int slice TENSORS_DECLARED) {
  float4 sum = depthwise_bias_read(slice);
  for (int ky = 0; ky < DEPTHWISE_KERNEL_HEIGHT; ++ky) {
    int src_y = y * DEPTHWISE_STRIDE_Y + ky * DEPTHWISE_DILATION_Y - DEPTHWISE_PADDING_TOP;
    for (int kx = 0; kx < DEPTHWISE_KERNEL_WIDTH; ++kx) {
      int src_x = x * DEPTHWISE_STRIDE_X + kx * DEPTHWISE_DILATION_X - DEPTHWISE_PADDING_LEFT;
      bool inside = src_x >= 0 && src_x < SRC_WIDTH && src_y >= 0 && src_y < SRC_HEIGHT;
      // Read in any case: a load behind a condition waits for those before it.
      float4 value = src_read(b, clamp(src_x, 0, SRC_WIDTH - 1), clamp(src_y, 0, SRC_HEIGHT - 1), slice);
      if (!inside) value = FLOAT4(0.0);
      int weight = (slice * DEPTHWISE_KERNEL_HEIGHT + ky) * DEPTHWISE_KERNEL_WIDTH + kx;
      sum += value * depthwise_weights_read(weight);
    }
  }
  return sum;
}
)";

void AddDepthwise(const graph::Node& depthwise, KernelRequest& request) {
  const Shape& weights = depthwise.inputs[1]->desc.shape;
  const Shape& src = depthwise.inputs[0]->desc.shape;
  const auto& window = std::any_cast<const ops::DepthwiseConv2dAttributes&>(depthwise.attributes).window;
  const ops::PlacedWindow placed = ops::Place(window, src[1], src[2], weights[1], weights[2]);
  for (const kernel::Definition& definition : ops::WindowDefinitions(window, placed)) {
    request.definitions.emplace_back("DEPTHWISE_" + definition.name, definition.value);
  }
  request.definitions.emplace_back("DEPTHWISE_KERNEL_HEIGHT", weights[1]);
  request.definitions.emplace_back("DEPTHWISE_KERNEL_WIDTH", weights[2]);
  request.reads.push_back({"src", depthwise.inputs[0]});
  const graph::Value* bias = depthwise.inputs.size() > 2 ? depthwise.inputs[2] : nullptr;
  request.constants.push_back(
      {"depthwise_weights",
       depthwise.inputs[1],
       {.source = weights, .loops = {{3, src.slices(), 4}, {1, weights[1], 1}, {2, weights[2], 1}, {3, 4, 1}}}});
  request.constants.push_back({"depthwise_bias", bias, PackVector(src[3])});
}

}  // namespace

Result<std::optional<Fusion>> FuseDepthwisePointwise(const graph::Node& node, const graph::Graph& graph,
                                                     const LoweringContext& context) {
  return FuseWithTile(node, graph, context, std::nullopt);
}

Result<std::optional<Fusion>> FuseWithTile(const graph::Node& node, const graph::Graph& graph,
                                           const LoweringContext& context, std::optional<ops::AnyTile> wanted) {
  // A software GPU has no dispatch worth saving, and computes the depthwise part only once if it is by itself.
  if (context.device.is_software() || node.op != "DEPTHWISE_CONV_2D") return std::nullopt;
  if (node.inputs[1]->desc.shape[3] != node.inputs[0]->desc.shape[3]) return std::nullopt;  // A multiplier: rare.
  ASSIGN_OR_RETURN(StepChain chain, FollowSteps(*node.outputs[0], graph));
  if (!IsPointwiseOf(chain)) return std::nullopt;
  const NodeView pointwise(*chain.reader);
  const ops::Convolution conv(pointwise);
  const std::optional<ops::AnyTile> tile = wanted ? wanted : ChooseFusedTile(conv, context);
  if (!tile) return std::nullopt;
  Fusion fusion{.nodes = NodesOf(node, chain), .kernel = ops::TileConvolutionOf(conv, *tile, kDepthwise)};
  fusion.kernel.name =
      std::holds_alternative<ops::MatrixTile>(*tile) ? "depthwise_pointwise_matrix" : "depthwise_pointwise";
  fusion.kernel.inner = InnerValue{.name = "middle", .shape = conv.src, .steps = std::move(chain.steps)};
  AddDepthwise(node, fusion.kernel);
  return fusion;
}

}  // namespace mica::fusions
