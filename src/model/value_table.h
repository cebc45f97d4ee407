// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "model/file_tensor.h"
#include "model/model_file.h"

namespace mica::model {

// The tensors of the file by their index, and the values that stand for them in the graph. Operators are imported in
// the file's order, so a computed value is in the table exactly when it may be read; constants are added on their first
// use.
class ValueTable {
 public:
  ValueTable(std::shared_ptr<const ModelFile> file, std::vector<FileTensor> tensors, graph::Graph& graph);

  Status CheckIndex(int tensor) const;
  const FileTensor& tensor(int index) const { return tensors_[static_cast<std::size_t>(index)]; }
  std::string Describe(int index) const;  // "tensor #7 (conv/weights)"

  // To be called for all inputs first, then for all that operators compute: a tensor has one source.
  Status AddInput(int index);
  Status SetProducer(int index, int operator_index);

  // The operator that computes the tensor is imported now.
  graph::Value& AddComputed(int index);

  // The value to read. Fails where it is computed only later, or never.
  Result<graph::Value*> Read(int index, int reading_operator);

 private:
  Result<graph::Value*> AddSource(int index, int reading_operator);
  Status CheckNoData(int index, std::string_view role) const;

  std::shared_ptr<const ModelFile> file_;
  std::vector<FileTensor> tensors_;
  graph::Graph& graph_;
  std::vector<graph::Value*> values_;  // nullptr: not in the graph (yet).
  std::vector<int> producers_;         // The operator that computes each tensor, or -1.
};

}  // namespace mica::model
