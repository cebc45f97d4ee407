// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Makes one element-wise node of a value times its own sigmoid, which files spell in two:
//
//   x ─┬─ LOGISTIC ─┐                      x ─ SILU ─ y
//      └────────────┴─ MUL ─ y   becomes
//
// Apart, the two readers of x keep both from joining the kernel that computes it: EfficientNet has 49 of them.
int MergeSwish(graph::Graph& graph);

}  // namespace mica::passes
