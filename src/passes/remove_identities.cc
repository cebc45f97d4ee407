// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/remove_identities.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "operator/host_tensor.h"

namespace mica::passes {
namespace {

bool IsConstantOf(const graph::Value* value, float number) {
  if (value == nullptr || !value->is_constant() || value->desc.type != DataType::kFloat32) return false;
  const std::vector<float> elements = ReadConstant<float>(*value->constant, value->desc.type);
  return std::ranges::all_of(elements, [&](float element) { return element == number; });
}

// Operators that, where they keep the shape, keep everything. (A STRIDED_SLICE could keep the shape and turn an axis
// round, a TRANSPOSE could swap equal axes: those look at their numbers.)
bool KeepsElementsWithShape(std::string_view op) {
  static const std::set<std::string_view> kOps = {"RESHAPE", "SQUEEZE", "EXPAND_DIMS",     "SLICE",
                                                  "PAD",     "PADV2",   "RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"};
  return kOps.contains(op);
}

bool IsAscending(const graph::Value& permutation) {
  if (!permutation.is_constant()) return false;
  const std::vector<int> axes = ReadConstant<int>(*permutation.constant, permutation.desc.type);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] != static_cast<int>(i)) return false;
  }
  return true;
}

bool HasUnitStrides(const graph::Value& strides) {
  if (!strides.is_constant()) return false;
  const std::vector<int> steps = ReadConstant<int>(*strides.constant, strides.desc.type);
  return std::ranges::all_of(steps, [](int step) { return step == 1; });
}

// Which input the node hands on unchanged, or nullptr.
graph::Value* FindSame(const graph::Node& node) {
  if (node.outputs.size() != 1 || node.inputs.empty() || node.inputs[0] == nullptr) return nullptr;
  const Shape& out = node.outputs[0]->desc.shape;
  graph::Value* first = node.inputs[0];
  const auto same_shape = [&](const graph::Value* value) { return value != nullptr && value->desc.shape == out; };
  if (KeepsElementsWithShape(node.op)) return same_shape(first) ? first : nullptr;
  if (node.op == "CONCATENATION") return node.inputs.size() == 1 ? first : nullptr;
  if (node.op == "SPLIT") return same_shape(node.inputs.back()) ? node.inputs.back() : nullptr;
  if (node.op == "TRANSPOSE") return node.inputs.size() == 2 && IsAscending(*node.inputs[1]) ? first : nullptr;
  if (node.op == "STRIDED_SLICE") {
    return node.inputs.size() == 4 && same_shape(first) && HasUnitStrides(*node.inputs[3]) ? first : nullptr;
  }
  if (node.op == "ADD" || node.op == "MUL") {
    if (node.inputs.size() == 1) return first;
    const float neutral = node.op == "ADD" ? 0.0f : 1.0f;
    for (std::size_t slot : {0u, 1u}) {
      if (same_shape(node.inputs[slot]) && IsConstantOf(node.inputs[1 - slot], neutral)) return node.inputs[slot];
    }
  }
  return nullptr;
}

}  // namespace

int RemoveIdentities(graph::Graph& graph) {
  int removed = 0;
  for (graph::Node* node : graph.NodesInOrder()) {
    graph::Value* same = FindSame(*node);
    if (same == nullptr) continue;
    graph::Value& output = *node->outputs[0];
    if (graph.IsOutput(output)) {
      // The producer writes the graph's output itself, unless it has other readers or is no node.
      graph::Node* producer = same->producer;
      if (producer == nullptr || same->readers.size() != 1 || graph.IsOutput(*same)) continue;
      const auto slot =
          static_cast<std::size_t>(std::ranges::find(producer->outputs, same) - producer->outputs.begin());
      producer->AddOrigins(node->origins);
      graph.Remove(*node);
      graph.SetOutput(*producer, slot, output);
    } else {
      for (graph::Node* reader : output.readers) reader->AddOrigins(node->origins);
      graph.ReplaceReaders(output, *same);
      graph.Remove(*node);
    }
    ++removed;
  }
  graph.RemoveUnusedValues();
  return removed;
}

}  // namespace mica::passes
