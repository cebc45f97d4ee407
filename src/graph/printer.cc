// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/graph.h"

namespace mica::graph {
namespace {

std::string Reference(const Value* value) {
  return value == nullptr ? "none" : fmt::format("%{}", value->id);
}

std::string Line(const Node& node) {
  std::vector<std::string> outputs;
  for (const Value* value : node.outputs) outputs.push_back(fmt::format("%{}: {}", value->id, ToString(value->desc)));
  std::vector<std::string> inputs;
  for (const Value* value : node.inputs) inputs.push_back(Reference(value));
  return fmt::format("{} = {}({})  origins {}\n", fmt::join(outputs, ", "), node.op, fmt::join(inputs, ", "),
                     fmt::join(node.origins, ","));
}

}  // namespace

std::string ToString(const Graph& graph) {
  std::string text;
  for (const Value* value : graph.inputs) {
    text += fmt::format("input  %{}: {}  {}\n", value->id, ToString(value->desc), value->name);
  }
  for (const Value* value : graph.Values()) {
    if (value->is_constant()) text += fmt::format("const  %{}: {}\n", value->id, ToString(value->desc));
  }
  for (const Node* node : graph.NodesInOrder()) text += Line(*node);
  for (const Value* value : graph.outputs) text += fmt::format("output %{}  {}\n", value->id, value->name);
  return text;
}

}  // namespace mica::graph
