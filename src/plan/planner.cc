// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/planner.h"

#include <set>

#include "plan/assembly.h"
#include "plan/fusion.h"
#include "plan/hazards.h"
#include "plan/placement.h"

namespace mica::plan {
namespace {

Status CheckTensors(const graph::Graph& graph, const gpu::DeviceInfo& device) {
  for (const graph::Value* value : graph.Values()) {
    if (value->is_constant() && !graph.IsOutput(*value)) continue;
    if (value->desc.elements() < 1) return Unsupported("the tensor '{}' has no elements.", value->name);
    if (!graph.IsInput(*value) && !graph.IsOutput(*value)) continue;
    if (value->desc.type != DataType::kFloat32) {
      return Unsupported("the tensor '{}' is {}; inputs and outputs are float32 so far.", value->name,
                         ToString(value->desc.type));
    }
    if (value->desc.size_bytes() > device.max_buffer_bytes) {
      return Unsupported("the tensor '{}' has {} bytes; the device binds {} at most.", value->name,
                         value->desc.size_bytes(), device.max_buffer_bytes);
    }
  }
  return Ok();
}

std::vector<int> OriginsWithoutDispatch(const Plan& plan, int file_operators) {
  std::set<int> dispatched;
  for (const PlannedDispatch& dispatch : plan.dispatches) {
    dispatched.insert(dispatch.origins.begin(), dispatch.origins.end());
  }
  std::vector<int> folded;
  for (int origin = 0; origin < file_operators; ++origin) {
    if (!dispatched.contains(origin)) folded.push_back(origin);
  }
  return folded;
}

}  // namespace

Result<Plan> MakePlan(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options) {
  RETURN_IF_ERROR(CheckTensors(graph, device));
  TensorTypes types(graph, device, options);
  ASSIGN_OR_RETURN(const FusedKernels fused, FuseKernels(graph, device, options, types));
  ASSIGN_OR_RETURN(Plan plan, Assemble(fused, graph, device, options, types));
  RETURN_IF_ERROR(PlaceTensors(plan, device, options.memory));
  SetBarriers(plan);
  plan.folded_origins = OriginsWithoutDispatch(plan, options.file_operators);
  return plan;
}

}  // namespace mica::plan
