// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/node_import.h"

#include "model/file_tensor.h"
#include "ops/registry.h"

namespace mica::model {
namespace {

std::vector<graph::Value*> ValuesOf(std::span<const OutputSlot> outputs) {
  std::vector<graph::Value*> values;
  for (const OutputSlot& output : outputs) values.push_back(output.value);
  return values;
}

std::vector<const graph::TensorDesc*> DescsOf(const std::vector<graph::Value*>& values) {
  std::vector<const graph::TensorDesc*> descs;
  for (const graph::Value* value : values) descs.push_back(value == nullptr ? nullptr : &value->desc);
  return descs;
}

graph::Node& AddNode(graph::Graph& graph, std::string name, const OperatorInfo& info, std::any attributes,
                     const std::vector<graph::Value*>& inputs, const std::vector<graph::Value*>& outputs) {
  graph::Node& node = graph.AddNode(std::move(name), std::move(attributes), inputs, outputs);
  node.origins = {info.index};
  return node;
}

Status TakeShapesOfFile(std::span<const OutputSlot> outputs) {
  for (const OutputSlot& output : outputs) {
    if (output.shape_known) continue;
    return Unsupported("the shape of its output \"{}\" is not known before a run.", output.value->name);
  }
  return Ok();
}

bool IsInteger(DataType type) {
  return type == DataType::kInt8 || type == DataType::kUint8 || type == DataType::kInt16 || type == DataType::kInt32;
}

// The file decides on the type. Quantized operators may write other integers than they read.
Status CheckType(DataType inferred, const graph::Value& output) {
  const DataType type = output.desc.type;
  const bool requantized = IsInteger(inferred) && IsInteger(type) && !output.desc.quantization.empty();
  if (inferred == type || requantized) return Ok();
  return InvalidModel("its output \"{}\" is {} in the file; its inputs make it {}.", output.name, ToString(type),
                      ToString(inferred));
}

// What an operator infers follows from sizes in the file, so it may still be absurd.
Status TakeInferred(const graph::TensorDesc& inferred, OutputSlot& output) {
  RETURN_IF_ERROR(CheckType(inferred.type, *output.value));
  ASSIGN_OR_RETURN(const std::int64_t elements, CountElements(inferred.shape.dims()));
  if (elements == 0) {
    return Unsupported("its output \"{}\" has the shape {}, which is empty.", output.value->name,
                       ToString(inferred.shape));
  }
  output.value->desc.shape = inferred.shape;
  output.inferred = true;
  return Ok();
}

Status InferShapes(const OperatorDef& def, const graph::Node& node, std::span<OutputSlot> outputs) {
  if (def.infer_shapes == nullptr) return TakeShapesOfFile(outputs);
  std::vector<graph::TensorDesc> inferred;
  for (const OutputSlot& output : outputs) inferred.push_back(output.value->desc);
  const Status status = def.infer_shapes(NodeView(node), inferred);
  if (status.code() == StatusCode::kUnsupported) {
    // An operator cannot tell where its inputs decide in a run. The file often can.
    return TakeShapesOfFile(outputs).ok() ? Ok() : status;
  }
  RETURN_IF_ERROR(status);
  for (std::size_t i = 0; i < outputs.size(); ++i) RETURN_IF_ERROR(TakeInferred(inferred[i], outputs[i]));
  return Ok();
}

Result<std::string_view> ActivationName(schema::ActivationFunctionType activation) {
  switch (activation) {
    case schema::ActivationFunctionType_RELU:
      return "RELU";
    case schema::ActivationFunctionType_RELU_N1_TO_1:
      return "RELU_N1_TO_1";
    case schema::ActivationFunctionType_RELU6:
      return "RELU6";
    case schema::ActivationFunctionType_TANH:
      return "TANH";
    case schema::ActivationFunctionType_SIGN_BIT:
      return "SIGN_BIT";
    default:
      return InvalidModel("the activation number {} is not known.", static_cast<int>(activation));
  }
}

// `before` has its final shape; an activation keeps it. One that Mica does not know becomes an opaque node.
Status AddActivation(graph::Graph& graph, std::string_view name, const schema::Operator& op, const OperatorInfo& info,
                     graph::Value& before, graph::Value& behind) {
  behind.desc.shape = before.desc.shape;
  std::any attributes;
  const OperatorDef* def = ops::FindOperator(name);
  if (def != nullptr && def->parse != nullptr) {
    const OperatorReader reader(op, std::string(name), /*version=*/1, {&before.desc}, {&behind.desc});
    ASSIGN_OR_RETURN(attributes, def->parse(reader));
  }
  AddNode(graph, std::string(name), info, std::move(attributes), {&before}, {&behind});
  return Ok();
}

}  // namespace

Status AddNodes(graph::Graph& graph, const schema::Operator& op, const OperatorInfo& info,
                const std::vector<graph::Value*>& inputs, std::span<OutputSlot> outputs) {
  const OperatorDef* def = ops::FindOperator(info.name);
  if (def == nullptr || def->parse == nullptr) {
    AddNode(graph, info.name, info, /*attributes=*/{}, inputs, ValuesOf(outputs));
    return TakeShapesOfFile(outputs);
  }
  const OperatorReader reader(op, info.name, info.version, DescsOf(inputs), DescsOf(ValuesOf(outputs)));
  ASSIGN_OR_RETURN(std::any attributes, def->parse(reader));
  const auto activation =
      def->fused_activation == nullptr ? schema::ActivationFunctionType_NONE : def->fused_activation(reader);
  if (activation == schema::ActivationFunctionType_NONE) {
    return InferShapes(*def, AddNode(graph, info.name, info, std::move(attributes), inputs, ValuesOf(outputs)),
                       outputs);
  }

  ASSIGN_OR_RETURN(const std::string_view activation_name, ActivationName(activation));
  if (outputs.size() != 1) return InvalidModel("{} outputs share the activation {}.", outputs.size(), activation_name);
  graph::Value& behind = *outputs[0].value;
  graph::Value& before = graph.AddValue(fmt::format("{} before {}", behind.name, activation_name), behind.desc);
  OutputSlot before_slot = {&before, outputs[0].shape_known};
  const graph::Node& node = AddNode(graph, info.name, info, std::move(attributes), inputs, {&before});
  RETURN_IF_ERROR(InferShapes(*def, node, {&before_slot, 1}));
  outputs[0].inferred = before_slot.inferred;
  return AddActivation(graph, activation_name, op, info, before, behind);
}

}  // namespace mica::model
