// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <set>

#include "graph/graph.h"

namespace mica::graph {
namespace {

Status Broken(std::string sentence) {
  return Status(StatusCode::kInvalidModel, std::move(sentence));
}

Status VerifyInputs(const Node& node, const std::set<const Value*>& owned, const std::set<const Value*>& computed) {
  for (const Value* value : node.inputs) {
    if (value == nullptr) continue;
    if (!owned.contains(value)) return Broken(fmt::format("node {} reads a value of another graph.", node.id));
    if (!computed.contains(value)) {
      return Broken(fmt::format("node {} ({}) reads %{} before it is computed.", node.id, node.op, value->id));
    }
    const auto slots = std::ranges::count(node.inputs, value);
    if (std::ranges::count(value->readers, &node) != slots) {
      return Broken(fmt::format("%{} does not know node {} as its reader.", value->id, node.id));
    }
  }
  return Ok();
}

}  // namespace

Status Verify(const Graph& graph) {
  std::set<const Value*> owned;
  std::set<const Value*> computed;
  std::size_t reader_slots = 0;
  for (const Value* value : graph.Values()) {
    owned.insert(value);
    reader_slots += value->readers.size();
    if (value->is_constant() || graph.IsInput(*value)) computed.insert(value);
    if (value->is_constant() && value->producer != nullptr) {
      return Broken(fmt::format("%{} is a constant and has a producer.", value->id));
    }
  }
  for (const Node* node : graph.NodesInOrder()) {
    RETURN_IF_ERROR(VerifyInputs(*node, owned, computed));
    reader_slots -= static_cast<std::size_t>(
        std::ranges::count_if(node->inputs, [](const Value* value) { return value != nullptr; }));
    for (const Value* value : node->outputs) {
      if (value->producer != node) return Broken(fmt::format("%{} names another producer.", value->id));
      if (!computed.insert(value).second) return Broken(fmt::format("%{} is computed twice.", value->id));
    }
  }
  if (reader_slots != 0) return Broken("a value lists a reader that is not in the graph.");
  for (const Value* value : graph.outputs) {
    if (!computed.contains(value)) return Broken(fmt::format("the output %{} is never computed.", value->id));
  }
  return Ok();
}

}  // namespace mica::graph
