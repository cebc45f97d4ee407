// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/elementwise.h"

#include <algorithm>

#include "ops/elementwise/broadcast.h"
#include "ops/elementwise/table.h"
#include "ops/elementwise/two_operand_step.h"

// What all rows of the table share. A function finds its row by the name of the operator it is called for.
namespace mica::ops {
namespace {

const ElementwiseRow& RowOf(std::string_view name) {
  const auto rows = ElementwiseTable();
  const auto row = std::ranges::find(rows, name, &ElementwiseRow::name);
  MICA_CHECK(row != rows.end(), "{} is no row of the element-wise table.", name);
  return *row;
}

Result<std::any> Parse(const OperatorReader& op) {
  const ElementwiseRow& row = RowOf(op.name());
  RETURN_IF_ERROR(CheckArity(op, row.operands, 1));
  return row.parse(op);
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  if (RowOf(node.op()).operands == 2) return InferBroadcast(node, outputs[0]);
  outputs[0].type = node.input(0).desc.type;
  outputs[0].shape = node.input(0).desc.shape;
  return Ok();
}

float AlphaOf(const NodeView& node) {
  const auto* attributes = node.node().FindAttributes<LeakyReluAttributes>();
  return attributes == nullptr ? 0.0f : attributes->alpha;
}

// `alpha` stands in for the right operand where there is none.
template <typename T, typename Function>
void Apply(Function function, HostInputs inputs, T alpha, HostTensor& output) {
  MICA_CHECK(function != nullptr, "no reference for {} elements.", ToString(output.desc().type));
  const auto operand = [&](const HostTensor& tensor, std::size_t i) {
    const std::int64_t offset = BroadcastOffset(tensor.shape(), output.shape(), static_cast<std::int64_t>(i));
    return tensor.data<T>()[static_cast<std::size_t>(offset)];
  };
  const std::span<T> results = output.data<T>();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const T right = inputs.size() == 2 ? operand(*inputs[1], i) : alpha;
    results[i] = static_cast<T>(function(operand(*inputs[0], i), right));
  }
}

bool FloatsAndIntegers(DataType type) {
  return type == DataType::kFloat32 || type == DataType::kInt32 || type == DataType::kInt64;
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const ElementwiseRow& row = RowOf(node.op());
  switch (outputs[0].desc().type) {
    case DataType::kFloat32:
      return Apply<float>(row.of_floats, inputs, AlphaOf(node), outputs[0]);
    case DataType::kInt32:
      return Apply<std::int32_t>(row.of_integers, inputs, 0, outputs[0]);
    case DataType::kInt64:
      return Apply<std::int64_t>(row.of_integers, inputs, 0, outputs[0]);
    default:
      MICA_CHECK(false, "no reference for {} elements.", ToString(outputs[0].desc().type));
  }
}

Result<StepRequest> MakeStep(const NodeView& node, int value_slot) {
  const ElementwiseRow& row = RowOf(node.op());
  if (row.operands == 2) return MakeTwoOperandStep(node, value_slot, row.expression);
  StepRequest step{.text = fmt::format("  return {};", row.expression)};
  if (node.node().FindAttributes<LeakyReluAttributes>()) step.definitions = {{"ALPHA", AlphaOf(node)}};
  return step;
}

std::vector<OperatorDef> MakeOperators() {
  std::vector<OperatorDef> operators;
  for (const ElementwiseRow& row : ElementwiseTable()) {
    operators.push_back({
        .name = row.name,
        .parse = Parse,
        .fused_activation = row.fused_activation,
        .infer_shapes = InferShapes,
        .reference = Reference,
        .reference_types = row.of_integers != nullptr ? FloatsAndIntegers : nullptr,
        .gpu_support = BroadcastSupport,
        .step = MakeStep,
        .cases = row.cases,
    });
  }
  return operators;
}

}  // namespace

std::span<const OperatorDef> ElementwiseOperators() {
  static const std::vector<OperatorDef> operators = MakeOperators();
  return operators;
}

}  // namespace mica::ops
