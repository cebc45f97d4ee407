// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/signature.h"

#include <string_view>
#include <unordered_map>

#include "model/text.h"

namespace mica::model {
namespace {

using TensorPositions = std::unordered_map<std::uint32_t, int>;
using TensorMaps = flatbuffers::Vector<flatbuffers::Offset<schema::TensorMap>>;

TensorPositions PositionsOf(const flatbuffers::Vector<std::int32_t>* tensors) {
  TensorPositions positions;
  const int count = tensors == nullptr ? 0 : static_cast<int>(tensors->size());
  for (int i = 0; i < count; ++i) {
    positions.emplace(static_cast<std::uint32_t>(tensors->Get(static_cast<flatbuffers::uoffset_t>(i))), i);
  }
  return positions;
}

Result<std::vector<SignatureTensor>> ReadNames(const TensorMaps* maps, const TensorPositions& positions,
                                               std::string_view role, CopyBudget& budget) {
  std::vector<SignatureTensor> tensors;
  if (maps == nullptr) return tensors;
  for (const schema::TensorMap* map : *maps) {
    ASSIGN_OR_RETURN(std::string name, ReadText(map->name(), budget));
    const auto found = positions.find(map->tensor_index());
    if (found == positions.end()) {
      return InvalidModel("the {} \"{}\" is tensor #{}, which is no {} of the graph.", role, name, map->tensor_index(),
                          role);
    }
    tensors.push_back({.name = std::move(name), .position = found->second});
  }
  return tensors;
}

}  // namespace

Result<std::vector<Signature>> ReadSignatures(const schema::Model& model, CopyBudget& budget,
                                              std::vector<std::string>& warnings) {
  std::vector<Signature> signatures;
  if (model.signature_defs() == nullptr) return signatures;
  const TensorPositions inputs = PositionsOf(model.subgraphs()->Get(0)->inputs());
  const TensorPositions outputs = PositionsOf(model.subgraphs()->Get(0)->outputs());
  for (const schema::SignatureDef* definition : *model.signature_defs()) {
    if (definition->subgraph_index() != 0) continue;
    ASSIGN_OR_RETURN(std::string key, ReadText(definition->signature_key(), budget));
    auto input_names = ReadNames(definition->inputs(), inputs, "input", budget);
    auto output_names = ReadNames(definition->outputs(), outputs, "output", budget);
    if (input_names && output_names) {
      signatures.push_back({std::move(key), *std::move(input_names), *std::move(output_names)});
      continue;
    }
    const Status& problem = input_names ? output_names.error() : input_names.error();
    RETURN_IF_ERROR(budget.TakeString(problem.message().size()));
    warnings.push_back(fmt::format("the signature \"{}\" is left out: {}", key, problem.message()));
  }
  return signatures;
}

}  // namespace mica::model
