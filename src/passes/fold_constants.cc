// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/fold_constants.h"

#include <algorithm>

#include "ops/registry.h"

namespace mica::passes {
namespace {

// A hostile file may tile one byte into gigabytes; what real networks fold is the size of weights.
constexpr std::size_t kMostBytes = std::size_t{256} << 20;

// A layer may have float inputs and narrow weights. Its reference would take those for floats.
bool ReadsQuantizedWeights(const graph::Node& node) {
  return node.inputs[0]->desc.type == DataType::kFloat32 &&
         std::ranges::any_of(node.inputs, [](const graph::Value* value) {
           return value != nullptr && ElementBytes(value->desc.type) < sizeof(float);
         });
}

bool IsFoldable(const graph::Node& node, const graph::Graph& graph) {
  const OperatorDef* def = ops::FindOperator(node.op);
  if (def == nullptr || def->reference == nullptr || node.inputs.empty() || node.inputs[0] == nullptr) return false;
  if (!def->ReferenceTakes(node.inputs[0]->desc.type) || ReadsQuantizedWeights(node)) return false;
  const bool reads_constants = std::ranges::all_of(
      node.inputs, [](const graph::Value* value) { return value == nullptr || value->is_constant(); });
  const bool fits = std::ranges::all_of(node.outputs, [&](const graph::Value* value) {
    return value->desc.size_bytes() <= kMostBytes && !graph.IsOutput(*value);
  });
  return reads_constants && fits;
}

}  // namespace

int FoldConstants(graph::Graph& graph) {
  int folded = 0;
  for (graph::Node* node : graph.NodesInOrder()) {
    if (!IsFoldable(*node, graph)) continue;
    std::vector<HostTensor> inputs;
    inputs.reserve(node->inputs.size());
    std::vector<const HostTensor*> pointers;
    for (const graph::Value* value : node->inputs) {
      if (value != nullptr) inputs.emplace_back(value->desc, value->constant->bytes());
      pointers.push_back(value != nullptr ? &inputs.back() : nullptr);
    }
    std::vector<HostTensor> outputs;
    for (const graph::Value* value : node->outputs) outputs.emplace_back(value->desc);
    ops::FindOperator(node->op)->reference(NodeView(*node), pointers, outputs);

    const std::vector<graph::Value*> values = node->outputs;
    graph.Remove(*node);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::span<const std::byte> bytes = outputs[i].bytes();
      values[i]->constant = graph::Constant::Own({bytes.begin(), bytes.end()});
    }
    ++folded;
  }
  return folded;
}

}  // namespace mica::passes
