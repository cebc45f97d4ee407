// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica::passes {

// Adds a value with fewer channels as it is, without the zeros that files put behind them first:
//
//   y ─ PAD ─┐                       y ─┐
//   x ───────┴─ ADD   becomes        x ─┴─ ADD_FIRST_CHANNELS
//
// The sum can then join the kernel that computes x: BlazeFace has such a pair wherever its blocks widen.
int MergeChannelPadding(graph::Graph& graph);

}  // namespace mica::passes
