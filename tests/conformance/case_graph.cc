// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "case_graph.h"

#include <numeric>
#include <random>

#include "ops/registry.h"

namespace mica::conformance {
namespace {

HostTensor MakeInput(const CaseInput& input, std::mt19937& random) {
  if (!input.integers.empty()) {
    HostTensor tensor({.type = DataType::kInt32, .shape = input.shape, .quantization = {}});
    MICA_CHECK(tensor.data<int>().size() == input.integers.size(), "{} integers for {}.", input.integers.size(),
               ToString(input.shape));
    std::ranges::copy(input.integers, tensor.data<int>().begin());
    return tensor;
  }
  HostTensor tensor({.type = DataType::kFloat32, .shape = input.shape, .quantization = {}});
  std::uniform_real_distribution<float> numbers(input.low, input.high);
  for (float& element : tensor.data<float>()) element = numbers(random);
  return tensor;
}

graph::Value& AddNodeWithOutput(graph::Graph& graph, std::string op, std::any attributes,
                                std::vector<graph::Value*> inputs) {
  graph::Value& output = graph.AddValue(op, inputs[0]->desc);
  graph.AddNode(std::move(op), std::move(attributes), std::move(inputs), {&output});
  return output;
}

// Two NEG: a copy into an intermediate tensor that no kernel can join.
graph::Value& MoveInside(graph::Graph& graph, graph::Value& value) {
  graph::Value& negated = AddNodeWithOutput(graph, "NEG", {}, {&value});
  return AddNodeWithOutput(graph, "NEG", {}, {&negated});
}

// A TRANSPOSE that keeps all axes: a kernel of its own, which reads the intermediate tensor.
graph::Value& MoveOutside(graph::Graph& graph, graph::Value& value) {
  std::vector<int> axes(static_cast<std::size_t>(value.desc.shape.rank()));
  std::iota(axes.begin(), axes.end(), 0);
  const auto bytes = std::as_bytes(std::span(axes));
  graph::Value& permutation = graph.AddConstant(
      "axes", {.type = DataType::kInt32, .shape = {static_cast<int>(axes.size())}, .quantization = {}},
      graph::Constant::Own({bytes.begin(), bytes.end()}));
  return AddNodeWithOutput(graph, "TRANSPOSE", {}, {&value, &permutation});
}

}  // namespace

Result<CaseGraph> MakeCaseGraph(const OperatorDef& def, const OperatorCase& operator_case, Surroundings surroundings) {
  CaseGraph made;
  graph::Graph& graph = made.graph;
  const std::string seed_text = std::string(def.name) + operator_case.name;
  std::seed_seq seed(seed_text.begin(), seed_text.end());
  std::mt19937 random(seed);

  std::vector<graph::Value*> inputs;
  for (const CaseInput& input : operator_case.inputs) {
    if (input.is_missing) {
      inputs.push_back(nullptr);
      continue;
    }
    HostTensor tensor = MakeInput(input, random);
    const std::string name = fmt::format("input {}", inputs.size());
    if (input.is_constant || !input.integers.empty()) {
      const std::span<const std::byte> bytes = tensor.bytes();
      inputs.push_back(&graph.AddConstant(name, tensor.desc(), graph::Constant::Own({bytes.begin(), bytes.end()})));
      continue;
    }
    graph::Value& value = graph.AddValue(name, tensor.desc());
    graph.inputs.push_back(&value);
    made.inputs.emplace(value.id, std::move(tensor));
    inputs.push_back(surroundings == Surroundings::kInternal ? &MoveInside(graph, value) : &value);
  }
  std::vector<graph::Value*> outputs;
  for (int i = 0; i < operator_case.output_count; ++i) {
    outputs.push_back(&graph.AddValue(fmt::format("output {}", i), {}));
    made.tested_outputs.push_back(outputs.back()->id);
  }
  graph::Node& node = graph.AddNode(std::string(def.name), operator_case.attributes, inputs, outputs);
  node.origins = {0};
  std::vector<graph::TensorDesc> descs(outputs.size());
  RETURN_IF_ERROR(def.infer_shapes(NodeView(node), descs));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs[i]->desc = descs[i];
    graph.outputs.push_back(surroundings == Surroundings::kInternal ? &MoveOutside(graph, *outputs[i]) : outputs[i]);
  }
  RETURN_IF_ERROR(graph::Verify(graph));
  return made;
}

}  // namespace mica::conformance
