// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"
#include "operator/operator_def.h"
#include "reference/reference.h"

namespace mica::conformance {

// Where the operator under test finds its inputs and leaves its outputs.
enum class Surroundings {
  kExternal,  // It reads and writes the graph's own row-major inputs and outputs.
  kInternal,  // It reads and writes intermediate tensors, as it mostly does in a network.
};

// A graph of one operator, its inputs filled with numbers that depend on the case's name alone.
struct CaseGraph {
  graph::Graph graph;
  reference::Tensors inputs;
  std::vector<int> tested_outputs;  // Ids of the values that the operator itself writes.
};

Result<CaseGraph> MakeCaseGraph(const OperatorDef& def, const OperatorCase& operator_case, Surroundings surroundings);

}  // namespace mica::conformance
