// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "reference/reference.h"

#include "ops/registry.h"

namespace mica::reference {
namespace {

Result<const HostTensor*> InputTensor(const graph::Value& value, Tensors& tensors) {
  auto found = tensors.find(value.id);
  if (found == tensors.end()) {
    if (!value.is_constant()) return InvalidArgument("the tensor '{}' is not given.", value.name);
    found = tensors.emplace(value.id, HostTensor(value.desc, value.constant->bytes())).first;
  }
  return &found->second;
}

}  // namespace

Status RunNode(const graph::Node& node, Tensors& tensors) {
  const OperatorDef* def = ops::FindOperator(node.op);
  if (def == nullptr || def->reference == nullptr) return Unsupported("{} has no reference code.", node.op);
  std::vector<const HostTensor*> inputs;
  for (const graph::Value* value : node.inputs) {
    if (value == nullptr) {
      inputs.push_back(nullptr);
      continue;
    }
    ASSIGN_OR_RETURN(const HostTensor* tensor, InputTensor(*value, tensors));
    inputs.push_back(tensor);
  }
  std::vector<HostTensor> outputs;
  for (const graph::Value* value : node.outputs) outputs.emplace_back(value->desc);
  def->reference(NodeView(node), inputs, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) tensors.insert_or_assign(node.outputs[i]->id, std::move(outputs[i]));
  return Ok();
}

Result<Tensors> Run(const graph::Graph& graph, Tensors inputs, const Progress& progress) {
  Tensors tensors = std::move(inputs);
  const std::vector<graph::Node*> nodes = graph.NodesInOrder();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    RETURN_IF_ERROR(RunNode(*nodes[i], tensors).WithContext("{}", nodes[i]->op));
    if (progress) progress(static_cast<int>(i) + 1, static_cast<int>(nodes.size()));
  }
  return tensors;
}

}  // namespace mica::reference
