// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/remove_dead_nodes.h"

#include <algorithm>
#include <ranges>

namespace mica::passes {

int RemoveDeadNodes(graph::Graph& graph) {
  int removed = 0;
  // Readers stand behind what they read: one walk from the end sees a reader go before it asks for its producer.
  for (graph::Node* node : graph.NodesInOrder() | std::views::reverse) {
    const bool is_used = std::ranges::any_of(
        node->outputs, [&](const graph::Value* value) { return !value->readers.empty() || graph.IsOutput(*value); });
    if (is_used) continue;
    graph.Remove(*node);
    ++removed;
  }
  graph.RemoveUnusedValues();
  return removed;
}

}  // namespace mica::passes
