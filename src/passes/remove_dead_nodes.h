// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Removes nodes none of whose outputs is read, and values that nothing uses.
//
//   x ─ CONV ─ y (output)                becomes      x ─ CONV ─ y
//    └─ RELU ─ v (read by nobody)
int RemoveDeadNodes(graph::Graph& graph);

}  // namespace mica::passes
