// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/scaled_pointwise/scaled_pointwise.h"

#include <algorithm>

#include "fusions/pointwise_of.h"
#include "ops/registry.h"

namespace mica::fusions {
namespace {

constexpr std::string_view kRead = R"(
float4 middle_compute(int b, int x, int y, int slice TENSORS_DECLARED) { return src_read(b, x, y, slice); }
)";

// The input that has the shape of the output: its pixels are read, the others are what the first step reads.
std::optional<std::size_t> FindImage(const graph::Node& node) {
  for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
    const graph::Value* input = node.inputs[slot];
    const bool is_image = input != nullptr && !input->is_constant();
    if (is_image && input->desc.shape == node.outputs[0]->desc.shape) return slot;
  }
  return std::nullopt;
}

}  // namespace

Result<std::optional<Fusion>> FuseScaledPointwise(const graph::Node& node, const graph::Graph& graph,
                                                  const LoweringContext& context) {
  if (context.device.is_software()) return std::nullopt;
  const OperatorDef* def = ops::FindOperator(node.op);
  if (def == nullptr || def->step == nullptr) return std::nullopt;
  const std::optional<std::size_t> image = FindImage(node);
  if (!image) return std::nullopt;
  ASSIGN_OR_RETURN(StepChain chain, FollowSteps(*node.outputs[0], graph));
  if (!IsPointwiseOf(chain)) return std::nullopt;
  const NodeView pointwise(*chain.reader);
  const ops::Convolution conv(pointwise);
  const std::optional<ops::AnyTile> tile = ChooseFusedTile(conv, context);
  if (!tile) return std::nullopt;

  ASSIGN_OR_RETURN(StepRequest first, def->step(NodeView(node), static_cast<int>(*image)));
  for (NamedTensor& read : first.reads) read.broadcast_channels = true;
  chain.steps.insert(chain.steps.begin(), std::move(first));
  Fusion fusion{.nodes = NodesOf(node, chain), .kernel = ops::TileConvolutionOf(conv, *tile, kRead)};
  fusion.kernel.name = std::holds_alternative<ops::MatrixTile>(*tile) ? "scaled_pointwise_matrix" : "scaled_pointwise";
  fusion.kernel.inner = InnerValue{.name = "middle", .shape = conv.src, .steps = std::move(chain.steps)};
  fusion.kernel.reads.push_back({"src", node.inputs[*image]});
  return fusion;
}

}  // namespace mica::fusions
