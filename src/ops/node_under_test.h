// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <flatbuffers/flatbuffers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "operator/operator_def.h"

// What the tests of operators share.
namespace mica::ops {

// MakeTensor<float>(DataType::kFloat32, {2, 1}, {0.5f, 1.0f})
template <typename T>
HostTensor MakeTensor(DataType type, Shape shape, const std::vector<T>& elements) {
  HostTensor tensor({.type = type, .shape = shape});
  EXPECT_EQ(tensor.data<T>().size(), elements.size()) << "of a tensor of shape " << ToString(shape);
  std::ranges::copy(elements, tensor.data<T>().begin());
  return tensor;
}
inline HostTensor Floats(Shape shape, const std::vector<float>& elements) {
  return MakeTensor<float>(DataType::kFloat32, shape, elements);
}
inline HostTensor Integers(Shape shape, const std::vector<std::int32_t>& elements) {
  return MakeTensor<std::int32_t>(DataType::kInt32, shape, elements);
}

struct NodeInput {
  HostTensor tensor;
  bool is_constant = false;
  bool is_first_again = false;
};
inline NodeInput RunTime(HostTensor tensor) {
  return {.tensor = std::move(tensor)};
}
inline NodeInput Constant(HostTensor tensor) {
  return {.tensor = std::move(tensor), .is_constant = true};
}
// The first input once more: MUL(x, x).
inline NodeInput FirstAgain() {
  return {.is_first_again = true};
}

// A graph of one node with one output, whose inputs have known elements.
class NodeUnderTest {
 public:
  NodeUnderTest(const OperatorDef& def, std::any attributes, std::vector<NodeInput> inputs)
      : def_(&def), inputs_(std::move(inputs)) {
    std::vector<graph::Value*> values;
    for (NodeInput& input : inputs_) {
      values.push_back(input.is_first_again ? values[0] : &AddValue(input));
      if (input.is_first_again) input = inputs_[0];
    }
    node_ = &graph_.AddNode(std::string(def.name), std::move(attributes), values, {&graph_.AddValue("output", {})});
  }

  NodeView view() const { return NodeView(*node_); }

  Status Infer() { return def_->infer_shapes(view(), {&node_->outputs[0]->desc, 1}); }

  // The inferred shape, which the test expects to exist.
  Shape InferredShape() {
    const Status status = Infer();
    EXPECT_TRUE(status.ok()) << status.message();
    return node_->outputs[0]->desc.shape;
  }

  // The reference's output.
  HostTensor Run() {
    InferredShape();
    std::vector<HostTensor> outputs = {HostTensor(node_->outputs[0]->desc)};
    std::vector<const HostTensor*> inputs;
    for (const NodeInput& input : inputs_) inputs.push_back(&input.tensor);
    def_->reference(view(), inputs, outputs);
    return outputs[0];
  }
  std::vector<float> RunFloats() {
    const HostTensor output = Run();
    return {output.data<float>().begin(), output.data<float>().end()};
  }

  Support GpuSupport() {
    InferredShape();
    return def_->gpu_support(view(), gpu::DeviceInfo());
  }

  // The kernels for a device, whose planner keeps every tensor in buffers.
  std::vector<KernelRequest> Lower(const gpu::DeviceInfo& device = {}) {
    InferredShape();
    KernelSequence sequence(
        [&](graph::TensorDesc desc) -> const graph::Value& { return graph_.AddValue("scratch", std::move(desc)); });
    const auto type_of = [](const graph::Value& value) { return kernel::TensorType{.shape = value.desc.shape}; };
    const Status status = def_->lower(view(), {.device = device, .type_of = type_of}, sequence);
    EXPECT_TRUE(status.ok()) << status.message();
    return sequence.kernels();
  }

 private:
  graph::Value& AddValue(const NodeInput& input) {
    const graph::TensorDesc& desc = input.tensor.desc();
    if (!input.is_constant) return graph_.AddValue("input", desc);
    const std::span<const std::byte> bytes = input.tensor.bytes();
    return graph_.AddConstant("constant", desc, graph::Constant::Own({bytes.begin(), bytes.end()}));
  }

  const OperatorDef* def_;
  graph::Graph graph_;
  graph::Node* node_;
  std::vector<NodeInput> inputs_;
};

// An operator as a file holds it: makes the options with `builder` and gives all of it to `def.parse`.
struct OperatorInFile {
  std::vector<graph::TensorDesc> inputs;
  std::vector<graph::TensorDesc> outputs = {{}};
  schema::BuiltinOptions options_type = schema::BuiltinOptions_NONE;
  flatbuffers::Offset<void> options = 0;
};
inline Result<std::any> ParseInFile(const OperatorDef& def, flatbuffers::FlatBufferBuilder& builder,
                                    const OperatorInFile& op) {
  schema::OperatorBuilder operator_builder(builder);
  operator_builder.add_builtin_options_type(op.options_type);
  if (!op.options.IsNull()) operator_builder.add_builtin_options(op.options);
  builder.Finish(operator_builder.Finish());
  std::vector<const graph::TensorDesc*> inputs;
  std::vector<const graph::TensorDesc*> outputs;
  for (const graph::TensorDesc& desc : op.inputs) inputs.push_back(&desc);
  for (const graph::TensorDesc& desc : op.outputs) outputs.push_back(&desc);
  const auto* table = flatbuffers::GetRoot<schema::Operator>(builder.GetBufferPointer());
  return def.parse(OperatorReader(*table, std::string(def.name), 1, inputs, outputs));
}

}  // namespace mica::ops
