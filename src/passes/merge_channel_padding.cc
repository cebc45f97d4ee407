// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/merge_channel_padding.h"

#include <algorithm>

#include "ops/pad/pad.h"

namespace mica::passes {
namespace {

// Whether the node puts zeros behind the channels of its source, and nothing elsewhere.
bool PadsChannels(const graph::Node& node) {
  if (node.op != "PAD" && node.op != "PADV2") return false;
  const NodeView pad(node);
  const Result<ops::Paddings> paddings = ops::PaddingsOf(pad);
  if (!paddings || ops::FillOf(pad) != 0.0f || paddings->after.empty()) return false;
  const auto is_zero = [](int amount) { return amount == 0; };
  return std::ranges::all_of(paddings->before, is_zero) &&
         std::all_of(paddings->after.begin(), paddings->after.end() - 1, is_zero);
}

// The padding among the summands, if the sum is its only reader and the other summand a value of the run.
graph::Node* FindPadding(const graph::Graph& graph, const graph::Node& sum) {
  if (sum.op != "ADD" || sum.inputs.size() != 2) return nullptr;
  for (const std::size_t slot : {0u, 1u}) {
    const graph::Value& padded = *sum.inputs[slot];
    const graph::Value& other = *sum.inputs[1 - slot];
    graph::Node* pad = padded.producer;
    if (pad == nullptr || padded.readers.size() != 1 || graph.IsOutput(padded)) continue;
    if (other.is_constant() || other.desc.shape != padded.desc.shape || !PadsChannels(*pad)) continue;
    if (pad->inputs[0]->is_constant() || pad->inputs[0]->desc.shape.channels() == 1) continue;
    return pad;
  }
  return nullptr;
}

}  // namespace

int MergeChannelPadding(graph::Graph& graph) {
  int merged = 0;
  for (graph::Node* sum : graph.NodesInOrder()) {
    graph::Node* pad = FindPadding(graph, *sum);
    if (pad == nullptr) continue;
    graph::Value& x = *sum->inputs[sum->inputs[0] == pad->outputs[0] ? 1 : 0];
    graph::Value& result = *sum->outputs[0];
    graph.DetachOutput(*sum, 0);
    graph::Node& added = graph.InsertBefore(*sum, "ADD_FIRST_CHANNELS", {}, {&x, pad->inputs[0]}, {&result});
    added.AddOrigins(sum->origins);
    added.AddOrigins(pad->origins);
    graph.Remove(*sum);
    graph.Remove(*pad);
    ++merged;
  }
  graph.RemoveUnusedValues();
  return merged;
}

}  // namespace mica::passes
