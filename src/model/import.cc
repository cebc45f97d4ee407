// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/import.h"

#include <algorithm>
#include <unordered_set>

#include "model/copy_budget.h"
#include "model/node_import.h"
#include "model/operator_kind.h"
#include "model/text.h"
#include "model/value_table.h"

namespace mica::model {
namespace {

using Indices = std::span<const std::int32_t>;

constexpr std::size_t kMaxInputsAndOutputs = 4096;  // Of a graph; the largest known models have some hundred.

Indices AsSpan(const flatbuffers::Vector<std::int32_t>* indices) {
  return indices == nullptr ? Indices() : Indices(indices->data(), indices->size());
}

Result<const schema::SubGraph*> MainGraph(const schema::Model& model) {
  if (model.subgraphs() == nullptr || model.subgraphs()->size() == 0) return InvalidModel("the file has no graph.");
  const schema::SubGraph* graph = model.subgraphs()->Get(0);
  const std::size_t count = AsSpan(graph->inputs()).size() + AsSpan(graph->outputs()).size();
  if (count > kMaxInputsAndOutputs) {
    return Unsupported("the graph has {} inputs and outputs; at most {} are possible.", count, kMaxInputsAndOutputs);
  }
  if (AsSpan(graph->outputs()).empty()) return InvalidModel("the graph has no outputs.");
  return graph;
}

// Turns the operators of the file into nodes, one after the other.
class OperatorImporter {
 public:
  OperatorImporter(const schema::SubGraph& source, const std::vector<OperatorKind>& kinds, ValueTable& values,
                   CopyBudget& budget, ImportedModel& result)
      : source_(source), kinds_(kinds), values_(values), budget_(budget), result_(result) {}

  Status Run() {
    const int count = source_.operators() == nullptr ? 0 : static_cast<int>(source_.operators()->size());
    for (int index = 0; index < count; ++index) RETURN_IF_ERROR(InContext(index, Declare(index)));
    for (int index = 0; index < count; ++index) RETURN_IF_ERROR(InContext(index, Add(result_.operators[index])));
    return Ok();
  }

 private:
  const schema::Operator& At(int index) const {
    return *source_.operators()->Get(static_cast<flatbuffers::uoffset_t>(index));
  }

  // Notes what the operator is and which tensors it computes: whoever reads them too early learns who is late.
  Status Declare(int index) {
    const schema::Operator& op = At(index);
    if (op.opcode_index() >= kinds_.size()) {
      return InvalidModel("operator code #{} is missing; the file has {}.", op.opcode_index(), kinds_.size());
    }
    const OperatorKind& kind = kinds_[op.opcode_index()];
    RETURN_IF_ERROR(budget_.TakeString(kind.name.size()));
    RETURN_IF_ERROR(budget_.Take((AsSpan(op.inputs()).size() + AsSpan(op.outputs()).size()) * sizeof(int)));
    result_.operators.push_back({.index = index, .name = kind.name, .version = kind.version});
    RETURN_IF_ERROR(CheckVersion(kind));
    for (const int tensor : AsSpan(op.outputs())) RETURN_IF_ERROR(values_.SetProducer(tensor, index));
    for (const int tensor : AsSpan(op.intermediates())) RETURN_IF_ERROR(values_.CheckIndex(tensor));
    return Ok();
  }

  Status Add(OperatorInfo& info) {
    const schema::Operator& op = At(info.index);
    ASSIGN_OR_RETURN(const std::vector<graph::Value*> inputs, ReadInputs(AsSpan(op.inputs()), info));
    std::vector<OutputSlot> outputs = AddOutputs(AsSpan(op.outputs()), info);
    const auto uncertain = std::ranges::find_if(inputs, [&](auto* value) { return uncertain_.contains(value); });

    const Status status = AddNodes(result_.graph, op, info, inputs, outputs);
    if (status.code() == StatusCode::kInvalidModel && uncertain != inputs.end()) {
      return Unsupported("the shape of its input \"{}\" is not known before a run.", (*uncertain)->name);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const bool fixed = outputs[i].inferred || values_.tensor(AsSpan(op.outputs())[i]).shape_fixed;
      if (!fixed || uncertain != inputs.end()) uncertain_.insert(outputs[i].value);
    }
    return status;
  }

  Result<std::vector<graph::Value*>> ReadInputs(Indices tensors, OperatorInfo& info) {
    std::vector<graph::Value*> inputs;
    for (const int tensor : tensors) {
      constexpr int kNotGiven = -1;
      ASSIGN_OR_RETURN(graph::Value* const value, tensor == kNotGiven ? nullptr : values_.Read(tensor, info.index));
      inputs.push_back(value);
      info.inputs.push_back(value == nullptr ? kNotGiven : value->id);
    }
    return inputs;
  }

  std::vector<OutputSlot> AddOutputs(Indices tensors, OperatorInfo& info) {
    std::vector<OutputSlot> outputs;
    for (const int tensor : tensors) {
      graph::Value& value = values_.AddComputed(tensor);
      outputs.push_back({&value, values_.tensor(tensor).shape_known});
      info.outputs.push_back(value.id);
    }
    return outputs;
  }

  Status InContext(int index, const Status& status) const {
    if (status.ok()) return Ok();
    const bool declared = static_cast<std::size_t>(index) < result_.operators.size();
    return status.WithContext("operator #{} ({})", index, declared ? result_.operators[index].name : "unknown");
  }

  const schema::SubGraph& source_;
  const std::vector<OperatorKind>& kinds_;
  ValueTable& values_;
  CopyBudget& budget_;
  ImportedModel& result_;
  // Values whose shape a run may decide: where it then does not fit, the model is not to blame.
  std::unordered_set<const graph::Value*> uncertain_;
};

Status ImportGraph(const std::shared_ptr<const ModelFile>& file, const schema::SubGraph& source, CopyBudget& budget,
                   ImportedModel& result) {
  ASSIGN_OR_RETURN(const std::vector<OperatorKind> kinds, ReadOperatorKinds(file->model(), budget));
  ASSIGN_OR_RETURN(std::vector<FileTensor> tensors, ReadTensors(*file, source, budget));
  ValueTable values(file, std::move(tensors), result.graph);
  for (const int tensor : AsSpan(source.inputs())) RETURN_IF_ERROR(values.AddInput(tensor).WithContext("graph inputs"));

  RETURN_IF_ERROR(OperatorImporter(source, kinds, values, budget, result).Run());

  for (const int tensor : AsSpan(source.outputs())) {
    auto value = values.Read(tensor, /*reading_operator=*/0);
    if (!value) return value.error().WithContext("graph outputs");
    result.graph.outputs.push_back(*value);
  }
  return Ok();
}

}  // namespace

Result<ImportedModel> Import(std::shared_ptr<const ModelFile> file) {
  const schema::Model& model = file->model();
  CopyBudget budget(file->bytes().size());
  ImportedModel result;
  ASSIGN_OR_RETURN(const schema::SubGraph* main, MainGraph(model));
  RETURN_IF_ERROR(ImportGraph(file, *main, budget, result));
  ASSIGN_OR_RETURN(result.description, ReadText(model.description(), budget));
  ASSIGN_OR_RETURN(result.signatures, ReadSignatures(model, budget, result.warnings));
  result.metadata = ReadMetadata(*file, budget, result.warnings);
  result.version = static_cast<int>(model.version());
  return result;
}

}  // namespace mica::model
