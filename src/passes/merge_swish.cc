// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/merge_swish.h"

namespace mica::passes {
namespace {

// The sigmoid among the factors, if the other factor is what it reads.
graph::Node* FindSigmoid(const graph::Graph& graph, const graph::Node& product) {
  if (product.op != "MUL" || product.inputs.size() != 2) return nullptr;
  for (const std::size_t slot : {0u, 1u}) {
    const graph::Value& factor = *product.inputs[slot];
    graph::Node* sigmoid = factor.producer;
    const bool is_used_up = factor.readers.size() == 1 && !graph.IsOutput(factor);
    if (sigmoid == nullptr || sigmoid->op != "LOGISTIC" || !is_used_up) continue;
    if (sigmoid->inputs[0] == product.inputs[1 - slot]) return sigmoid;
  }
  return nullptr;
}

}  // namespace

int MergeSwish(graph::Graph& graph) {
  int merged = 0;
  for (graph::Node* product : graph.NodesInOrder()) {
    graph::Node* sigmoid = FindSigmoid(graph, *product);
    if (sigmoid == nullptr) continue;
    graph::Value& x = *sigmoid->inputs[0];
    graph::Value& result = *product->outputs[0];
    graph.DetachOutput(*product, 0);
    graph::Node& swish = graph.InsertBefore(*product, "SILU", {}, {&x}, {&result});
    swish.AddOrigins(product->origins);
    swish.AddOrigins(sigmoid->origins);
    graph.Remove(*product);
    graph.Remove(*sigmoid);
    ++merged;
  }
  graph.RemoveUnusedValues();
  return merged;
}

}  // namespace mica::passes
