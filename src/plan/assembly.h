// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "plan/fusion.h"
#include "plan/plan.h"

namespace mica::plan {

// Turns fused kernels into programs, constants and dispatches of a plan: everything but the places of intermediate
// tensors and the barriers.
Result<Plan> Assemble(const FusedKernels& fused, const graph::Graph& graph, const gpu::DeviceInfo& device,
                      const PlanOptions& options, const TensorTypes& types);

}  // namespace mica::plan
