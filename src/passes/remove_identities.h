// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Removes nodes whose output is their input: RESIZE to the same size, RESHAPE, SLICE and TRANSPOSE that change nothing,
// CONCATENATION and SPLIT of one, PAD by nothing, ADD of 0 and MUL by 1.
//
//   x ─ CONCATENATION ─ y ─ CONV      becomes      x ─ CONV
//
// An identity between an input and an output of the graph stays: the output is a tensor of its own.
int RemoveIdentities(graph::Graph& graph);

}  // namespace mica::passes
