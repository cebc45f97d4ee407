// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <vector>

#include "ops/node_under_test.h"
#include "ops/registry.h"

namespace mica::ops {

// A graph that a test builds node by node, each where its inputs are there already. Shapes are inferred, and the nodes'
// origins count from 0.
class GraphUnderTest {
 public:
  graph::Value& Input(Shape shape) {
    graph::Value& value = graph.AddValue(fmt::format("input {}", graph.inputs.size()), {.shape = shape});
    graph.inputs.push_back(&value);
    return value;
  }

  graph::Value& Constant(const HostTensor& tensor) {
    const std::span<const std::byte> bytes = tensor.bytes();
    return graph.AddConstant("constant", tensor.desc(), graph::Constant::Own({bytes.begin(), bytes.end()}));
  }

  // Small numbers, no two neighbours alike.
  graph::Value& Weights(Shape shape) {
    HostTensor tensor({.shape = shape});
    int number = 0;
    for (float& element : tensor.data<float>()) element = static_cast<float>(++number * 7 % 11 - 5) / 8;
    return Constant(tensor);
  }

  // The first output of a new node.
  graph::Value& Add(std::string op, std::vector<graph::Value*> inputs, std::any attributes = {}, int output_count = 1) {
    std::vector<graph::Value*> outputs;
    for (int i = 0; i < output_count; ++i) outputs.push_back(&graph.AddValue(op, {}));
    graph::Node& node = graph.AddNode(op, std::move(attributes), std::move(inputs), outputs);
    node.origins = {node.id};
    std::vector<graph::TensorDesc> descs(outputs.size());
    const Status status = FindOperator(op)->infer_shapes(NodeView(node), descs);
    EXPECT_TRUE(status.ok()) << op << ": " << status.message();
    for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i]->desc = descs[i];
    return *outputs[0];
  }

  // The operators of the graph in their order: "CONV_2D RELU".
  std::string Operators() const {
    std::string names;
    for (const graph::Node* node : graph.NodesInOrder()) names += (names.empty() ? "" : " ") + node->op;
    return names;
  }

  graph::Graph graph;
};

}  // namespace mica::ops
