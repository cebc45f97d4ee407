// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/fold_scales.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "operator/host_tensor.h"

namespace mica::passes {
namespace {

// value * scale + shift, for each output channel.
struct Affine {
  std::vector<float> scale;
  std::vector<float> shift;
};

// Where the output channels stand in the weights of an operator that has such.
std::optional<int> FindOutputAxis(const graph::Node& node) {
  if (node.op == "CONV_2D" || node.op == "FULLY_CONNECTED") return 0;
  if (node.op == "DEPTHWISE_CONV_2D") return 3;
  return std::nullopt;
}

bool IsFloatConstant(const graph::Value* value) {
  return value != nullptr && value->is_constant() && value->desc.type == DataType::kFloat32;
}

// The constant as one number for each channel: from a scalar, or from [C], [1, C], [1, 1, 1, C].
std::optional<std::vector<float>> PerChannel(const graph::Value& value, int channels) {
  const Shape& shape = value.desc.shape;
  const std::vector<float> elements = ReadConstant<float>(*value.constant, value.desc.type);
  if (elements.size() == 1) return std::vector<float>(static_cast<std::size_t>(channels), elements[0]);
  if (shape.channels() != channels || shape.elements() != channels) return std::nullopt;
  return elements;
}

std::optional<Affine> FindAffine(const graph::Node& node, const graph::Value& value, int channels) {
  if (node.inputs.size() != 2 || node.outputs[0]->desc.shape != value.desc.shape) return std::nullopt;
  const std::size_t slot = node.inputs[0] == &value ? 0 : 1;
  if (!IsFloatConstant(node.inputs[1 - slot])) return std::nullopt;
  std::optional<std::vector<float>> numbers = PerChannel(*node.inputs[1 - slot], channels);
  if (!numbers) return std::nullopt;

  const std::vector<float> ones(static_cast<std::size_t>(channels), 1.0f);
  const std::vector<float> zeros(static_cast<std::size_t>(channels), 0.0f);
  const auto map = [&](auto function) { std::ranges::transform(*numbers, numbers->begin(), function); };
  if (node.op == "MUL") return Affine{*numbers, zeros};
  if (node.op == "ADD") return Affine{ones, *numbers};
  if (node.op == "SUB" && slot == 0) {
    map([](float number) { return -number; });
    return Affine{ones, *numbers};
  }
  if (node.op == "SUB") return Affine{std::vector<float>(ones.size(), -1.0f), *numbers};
  if (node.op == "DIV" && slot == 0) {
    if (std::ranges::find(*numbers, 0.0f) != numbers->end()) return std::nullopt;
    map([](float number) { return 1.0f / number; });
    return Affine{*numbers, zeros};
  }
  return std::nullopt;
}

graph::Constant OwnFloats(const std::vector<float>& floats) {
  const auto bytes = std::as_bytes(std::span(floats));
  return graph::Constant::Own({bytes.begin(), bytes.end()});
}

graph::Value& ScaledWeights(graph::Graph& graph, const graph::Value& weights, int axis, const Affine& affine) {
  std::vector<float> elements = ReadConstant<float>(*weights.constant, weights.desc.type);
  std::size_t inner = 1;  // Elements between two neighbours on the axis.
  for (int i = axis + 1; i < weights.desc.shape.rank(); ++i) inner *= static_cast<std::size_t>(weights.desc.shape[i]);
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] *= affine.scale[i / inner % affine.scale.size()];
  return graph.AddConstant(weights.name, weights.desc, OwnFloats(elements));
}

graph::Value& ShiftedBias(graph::Graph& graph, const graph::Value* bias, const Affine& affine) {
  std::vector<float> elements(affine.scale.size(), 0.0f);
  if (bias != nullptr) elements = ReadConstant<float>(*bias->constant, bias->desc.type);
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = elements[i] * affine.scale[i] + affine.shift[i];
  graph::TensorDesc desc{.type = DataType::kFloat32, .shape = {static_cast<int>(elements.size())}, .quantization = {}};
  return graph.AddConstant(bias != nullptr ? bias->name : "bias", std::move(desc), OwnFloats(elements));
}

// Folds the one reader of the node's output, if it is such an operation.
bool FoldReader(graph::Graph& graph, graph::Node& node, int axis) {
  graph::Value& value = *node.outputs[0];
  if (value.readers.size() != 1 || graph.IsOutput(value)) return false;
  graph::Node& reader = *value.readers[0];
  const std::optional<Affine> affine = FindAffine(reader, value, value.desc.shape.channels());
  if (!affine) return false;

  graph::Value* bias = node.inputs.size() > 2 ? node.inputs[2] : nullptr;
  graph.ReplaceInput(node, 1, ScaledWeights(graph, *node.inputs[1], axis, *affine));
  if (node.inputs.size() < 3) node.inputs.push_back(nullptr);
  graph.ReplaceInput(node, 2, ShiftedBias(graph, bias, *affine));
  node.AddOrigins(reader.origins);
  graph::Value& result = *reader.outputs[0];
  graph.Remove(reader);
  graph.SetOutput(node, 0, result);
  return true;
}

}  // namespace

int FoldScales(graph::Graph& graph) {
  int folded = 0;
  for (graph::Node* node : graph.NodesInOrder()) {
    // A reader that was folded earlier in this walk is gone, and its pointer with it; only layers are looked at.
    const std::vector<graph::Node*> alive = graph.NodesInOrder();
    if (std::ranges::find(alive, node) == alive.end()) continue;
    const std::optional<int> axis = FindOutputAxis(*node);
    if (!axis || !IsFloatConstant(node->inputs[1])) continue;
    if (node->inputs.size() > 2 && node->inputs[2] != nullptr && !IsFloatConstant(node->inputs[2])) continue;
    while (FoldReader(graph, *node, *axis)) ++folded;
  }
  graph.RemoveUnusedValues();
  return folded;
}

}  // namespace mica::passes
