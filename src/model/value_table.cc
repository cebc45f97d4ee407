// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/value_table.h"

namespace mica::model {

ValueTable::ValueTable(std::shared_ptr<const ModelFile> file, std::vector<FileTensor> tensors, graph::Graph& graph)
    : file_(std::move(file)),
      tensors_(std::move(tensors)),
      graph_(graph),
      values_(tensors_.size(), nullptr),
      producers_(tensors_.size(), -1) {}

Status ValueTable::CheckIndex(int tensor) const {
  if (tensor >= 0 && static_cast<std::size_t>(tensor) < tensors_.size()) return Ok();
  return InvalidModel("tensor #{} is missing; the graph has {} tensors.", tensor, tensors_.size());
}

std::string ValueTable::Describe(int index) const {
  return fmt::format("tensor #{} ({})", index, tensor(index).name);
}

Status ValueTable::AddInput(int index) {
  RETURN_IF_ERROR(CheckIndex(index));
  graph::Value*& value = values_[static_cast<std::size_t>(index)];
  if (value != nullptr) return InvalidModel("{} is an input twice.", Describe(index));
  RETURN_IF_ERROR(CheckNoData(index, "an input"));
  const FileTensor& source = tensor(index);
  if (!source.shape_known) {
    return Unsupported("{} is an input, and its shape is not fixed in the file.", Describe(index));
  }
  value = &graph_.AddValue(source.name, source.desc);
  graph_.inputs.push_back(value);
  return Ok();
}

Status ValueTable::SetProducer(int index, int operator_index) {
  RETURN_IF_ERROR(CheckIndex(index));
  int& producer = producers_[static_cast<std::size_t>(index)];
  if (producer >= 0) return InvalidModel("{} is also computed by operator #{}.", Describe(index), producer);
  if (values_[static_cast<std::size_t>(index)] != nullptr) {
    return InvalidModel("{} is computed, and is an input of the graph.", Describe(index));
  }
  RETURN_IF_ERROR(CheckNoData(index, "computed"));
  producer = operator_index;
  return Ok();
}

Status ValueTable::CheckNoData(int index, std::string_view role) const {
  if (!tensor(index).data.has_value()) return Ok();
  return InvalidModel("{} is {}, and has data in the file.", Describe(index), role);
}

graph::Value& ValueTable::AddComputed(int index) {
  const FileTensor& source = tensor(index);
  graph::Value& value = graph_.AddValue(source.name, source.desc);
  values_[static_cast<std::size_t>(index)] = &value;
  return value;
}

Result<graph::Value*> ValueTable::Read(int index, int reading_operator) {
  RETURN_IF_ERROR(CheckIndex(index));
  if (graph::Value* value = values_[static_cast<std::size_t>(index)]; value != nullptr) return value;
  const int producer = producers_[static_cast<std::size_t>(index)];
  if (producer >= 0) {
    return InvalidModel("{} is read before operator #{} computes it.", Describe(index), producer);
  }
  ASSIGN_OR_RETURN(values_[static_cast<std::size_t>(index)], AddSource(index, reading_operator));
  return values_[static_cast<std::size_t>(index)];
}

Result<graph::Value*> ValueTable::AddSource(int index, int reading_operator) {
  const FileTensor& source = tensor(index);
  const bool empty = source.desc.elements() == 0;
  if (!source.data.has_value() && !source.is_variable && !empty) {
    return InvalidModel("{} has no data, and no operator computes it.", Describe(index));
  }
  if (source.is_variable || source.is_sparse) {
    if (!source.shape_known) return Unsupported("{} has no known shape.", Describe(index));
    graph::Value& value = graph_.AddValue(source.name, source.desc);
    const char* op = source.is_variable ? "VARIABLE" : "SPARSE_CONSTANT";
    graph_.AddNode(op, {}, {}, {&value}).origins = {reading_operator};
    return &value;
  }
  const std::span<const std::byte> data = source.data.value_or(std::span<const std::byte>());
  return &graph_.AddConstant(source.name, source.desc, graph::Constant(data, file_));
}

}  // namespace mica::model
