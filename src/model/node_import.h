// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <vector>

#include "graph/graph.h"
#include "model/import.h"
#include "schema/tflite_generated.h"

namespace mica::model {

// A value that an operator computes. Where the file does not know its shape, the operator has to infer it.
struct OutputSlot {
  graph::Value* value = nullptr;
  bool shape_known = true;  // By the file.
  bool inferred = false;    // Whether the operator did it.
};

// Appends the nodes of one operator: itself and the activation fused into it. Settles the shapes of the outputs.
Status AddNodes(graph::Graph& graph, const schema::Operator& op, const OperatorInfo& info,
                const std::vector<graph::Value*>& inputs, std::span<OutputSlot> outputs);

}  // namespace mica::model
