// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator/operator_def.h"

namespace mica {

Result<std::any> ParseNothing(const OperatorReader&) {
  return std::any();
}

Status CheckArity(const OperatorReader& op, int inputs, int outputs) {
  if (op.input_count() != inputs) return InvalidModel("{} inputs are given; {} are needed.", op.input_count(), inputs);
  if (op.output_count() != outputs) {
    return InvalidModel("{} outputs are given; {} are needed.", op.output_count(), outputs);
  }
  for (int slot = 0; slot < inputs; ++slot) {
    if (!op.has_input(slot)) return InvalidModel("input {} is left out; it is not optional.", slot);
  }
  return Ok();
}

Support FloatTensorsOnly(const NodeView& node, const gpu::DeviceInfo&) {
  for (const std::vector<graph::Value*>* values : {&node.node().inputs, &node.node().outputs}) {
    for (const graph::Value* value : *values) {
      if (value == nullptr || value->is_constant() || value->desc.type == DataType::kFloat32) continue;
      return No("run-time tensors are float32", std::string(ToString(value->desc.type)), "float32");
    }
  }
  return Yes();
}

Support ConstantFloatWeights(const NodeView& node, const gpu::DeviceInfo& device) {
  for (const int slot : {1, 2}) {
    if (!node.has_input(slot)) continue;
    const graph::Value& value = node.input(slot);
    const std::string_view name = slot == 1 ? "weights" : "biases";
    if (!value.is_constant()) {
      return No(fmt::format("{} are constant", name), fmt::format("{} computed at run time", name), "constant");
    }
    if (value.desc.type != DataType::kFloat32) {
      return No(fmt::format("{} are float32", name), std::string(ToString(value.desc.type)), "float32");
    }
  }
  return FloatTensorsOnly(node, device);
}

}  // namespace mica
