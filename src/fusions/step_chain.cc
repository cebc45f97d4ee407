// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/step_chain.h"

#include <algorithm>

#include "ops/registry.h"

namespace mica::fusions {
namespace {

const graph::Node* FindOnlyReader(const graph::Value& value, const graph::Graph& graph) {
  return value.readers.size() == 1 && !graph.IsOutput(value) ? value.readers[0] : nullptr;
}

}  // namespace

Result<StepChain> FollowSteps(const graph::Value& value, const graph::Graph& graph) {
  StepChain chain{.nodes = {}, .steps = {}, .result = &value, .reader = FindOnlyReader(value, graph)};
  while (chain.reader != nullptr) {
    const graph::Node& node = *chain.reader;
    const OperatorDef* def = ops::FindOperator(node.op);
    const bool is_step = def != nullptr && def->step != nullptr &&
                         node.outputs[0]->desc.shape == chain.result->desc.shape &&
                         std::ranges::all_of(node.inputs, [&](const graph::Value* input) {
                           return input == nullptr || input == chain.result || input->is_constant();
                         });
    if (!is_step) break;
    const auto slot = std::ranges::find(node.inputs, chain.result) - node.inputs.begin();
    ASSIGN_OR_RETURN(StepRequest step, def->step(NodeView(node), static_cast<int>(slot)));
    for (NamedTensor& read : step.reads) read.broadcast_channels = true;
    chain.steps.push_back(std::move(step));
    chain.nodes.push_back(&node);
    chain.result = node.outputs[0];
    chain.reader = FindOnlyReader(*chain.result, graph);
  }
  return chain;
}

}  // namespace mica::fusions
