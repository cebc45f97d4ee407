// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "model/metadata.h"
#include "model/model_file.h"
#include "model/signature.h"

namespace mica::model {

// An operator of the file. The graph's nodes name it by its index in their `origins`, through all passes.
struct OperatorInfo {
  int index = 0;
  std::string name;  // "CONV_2D"; "CUSTOM:name".
  int version = 1;
  std::vector<int> inputs;  // Ids of the values it reads in the imported graph; -1: optional and not given.
  std::vector<int> outputs;
};

struct ImportedModel {
  graph::Graph graph;
  std::vector<OperatorInfo> operators;
  std::vector<Signature> signatures;
  Metadata metadata;
  std::string description;
  int version = 0;                    // Of the file format.
  std::vector<std::string> warnings;  // What was left out because it is broken, and is not needed to run.
};

// The main graph of a file, checked: every index, size, type and order in it.
//
// - Nodes stand in the file's order. Constants stay in the file's bytes, which they keep alive.
// - A fused activation becomes a node of its own, with the same origin.
// - An operator that Mica does not know becomes a node without attributes, with the shapes that the file gives.
// - State between runs and sparse constants come from nodes named VARIABLE and SPARSE_CONSTANT, with the origin of
//   their first reader.
Result<ImportedModel> Import(std::shared_ptr<const ModelFile> file);

}  // namespace mica::model
