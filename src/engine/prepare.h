// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <vector>

#include "gpu/device_info.h"
#include "graph/graph.h"
#include "plan/planner.h"

namespace mica::engine {

// One node of the file's graph that the GPU does not take, and why.
struct Refusal {
  std::vector<int> origins;
  std::string op;
  std::string reason;  // "weights are constant: got weights computed at run time, allowed is constant"
};

// Every node that keeps the graph from running wholly on the GPU. Asked of the file's own graph, canonicalized and not
// yet optimized, so that every reason speaks of the file's operators.
std::vector<Refusal> FindRefusals(const graph::Graph& graph, const gpu::DeviceInfo& device);

struct PrepareOptions {
  plan::PlanOptions plan;
  std::vector<std::string> without_passes;
};

struct Prepared {
  plan::Plan plan;
  double passes_ms = 0;
  double plan_ms = 0;
};

// A canonicalized graph → its plan for a device; optimizes the graph on the way, in place.
Result<Prepared> Prepare(graph::Graph& graph, const gpu::DeviceInfo& device, const PrepareOptions& options);

}  // namespace mica::engine
