// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Folds a constant MUL, ADD, SUB or DIV behind a convolution or a fully connected layer into its weights and bias:
// batch normalizations that the converter left standing.
//
//   x ─ CONV(w, b) ─ v ─ MUL(m) ─ ADD(a) ─ y      becomes      x ─ CONV(w * m, b * m + a) ─ y
//
// The constant must be one number, or one for each output channel, and v must have no other reader.
int FoldScales(graph::Graph& graph);

}  // namespace mica::passes
