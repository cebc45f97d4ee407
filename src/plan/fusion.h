// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <vector>

#include "graph/graph.h"
#include "operator/lowering.h"
#include "plan/planner.h"
#include "plan/tensor_types.h"
#include "plan/views.h"

namespace mica::plan {

// One dispatch to be: an anchor kernel, and the element-wise nodes behind it as steps of its write.
struct FusedKernel {
  KernelRequest kernel;
  std::vector<StepRequest> steps;
  std::vector<int> origins;
};

// Values that the graph does not have: scratch tensors, and copies made for the caller.
using OwnValues = std::vector<std::unique_ptr<graph::Value>>;

struct FusedKernels {
  std::vector<FusedKernel> kernels;  // In the order in which they run.
  std::vector<const graph::Value*>
      slots;                // The external tensors: the graph's inputs, its outputs, what else is exposed.
  std::vector<View> views;  // Values that lie in others' memory.
  OwnValues own_values;
};

// Lowers every node and appends chains of element-wise nodes to their producer: a step reads the value before it is
// stored, and whatever else it reads was computed earlier, so that a residual add joins the later of its two producers.
// A chain ends where a second reader needs the value, or where the device has no binding left. What only puts tensors
// together or apart becomes views where the layout allows it.
Result<FusedKernels> FuseKernels(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options,
                                 TensorTypes& types);

}  // namespace mica::plan
