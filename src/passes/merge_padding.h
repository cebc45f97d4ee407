// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Folds a zero PAD into the convolution behind it: one dispatch less, and no padded copy of the tensor.
//
//   x ─ PAD(1,1) ─ v ─ CONV(VALID) ─ y      becomes      x ─ CONV(padding 1,1) ─ y
//
// Only where the convolution is the sole reader of v: any other reader needs the padded tensor. Pools are left alone:
// what a PAD adds counts in an average and in a maximum, and a pool's own padding does not.
int MergePadding(graph::Graph& graph);

}  // namespace mica::passes
