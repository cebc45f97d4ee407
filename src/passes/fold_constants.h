// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Computes nodes that read only constants, with the reference code.
//
//   const ─ DEQUANTIZE ─ v ─ CONV        becomes      const' ─ CONV
int FoldConstants(graph::Graph& graph);

}  // namespace mica::passes
