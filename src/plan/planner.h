// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"
#include "memory/strategy.h"
#include "plan/plan.h"

namespace mica::plan {

struct PlanOptions {
  Precision precision = Precision::kFp32;
  kernel::Storage storage = kernel::Storage::kBuffer;
  memory::Strategy memory = memory::Strategy::kBest;
  // Also writes every intermediate tensor to an external output slot behind the graph's own: for `mica verify`.
  bool expose_intermediates = false;
  // Every operator of the file; those in no dispatch become folded_origins.
  int file_operators = 0;
};

// Plans a graph all of whose nodes the GPU supports.
Result<Plan> MakePlan(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options);

}  // namespace mica::plan
