// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// What each strategy of src/memory makes of a model's intermediate tensors.
#include <algorithm>
#include <chrono>
#include <map>

#include "api/devices.h"
#include "api/model.h"
#include "api/session.h"
#include "memory/arena.h"
#include "memory/lower_bounds.h"
#include "memory/shared_objects.h"
#include "memory/strategy.h"
#include "plan/buffer_tensors.h"

namespace mica {
namespace {

using memory::Lifetime;
using memory::MemoryRequest;
using memory::Strategy;

std::vector<int> DimsOf(const Shape& shape) {
  return {shape.dims().begin(), shape.dims().end()};
}

// ---- Whose tensors

// Each operator of the file is a step. A fused activation is a node of its own with the same origin: both are one step.
std::map<const graph::Node*, int> AddOperatorSteps(const graph::Graph& graph, MemoryReport& report) {
  std::map<const graph::Node*, int> step_of;
  for (const graph::Node* node : graph.NodesInOrder()) {
    const bool same_operator =
        !report.steps.empty() && !node->origins.empty() && report.steps.back().origins == node->origins;
    if (!same_operator) report.steps.push_back({.name = node->op, .origins = node->origins});
    step_of[node] = static_cast<int>(report.steps.size()) - 1;
  }
  return step_of;
}

// The tensors between the file's operators as the GPU would hold them: slices of four channels in the precision.
std::vector<Lifetime> AddTensorsOfModel(const graph::Graph& graph, Precision precision, MemoryReport& report) {
  const std::map<const graph::Node*, int> step_of = AddOperatorSteps(graph, report);
  std::vector<Lifetime> lifetimes;
  kernel::TensorType type;
  type.element = precision == Precision::kFp32 ? kernel::ElementType::kFloat32 : kernel::ElementType::kFloat16;
  for (const graph::Node* node : graph.NodesInOrder()) {
    for (const graph::Value* value : node->outputs) {
      if (graph.IsOutput(*value)) continue;
      type.shape = value->desc.shape;
      Lifetime life{.first_step = step_of.at(node), .last_step = step_of.at(node), .size_bytes = type.size_bytes()};
      for (const graph::Node* reader : value->readers) life.last_step = std::max(life.last_step, step_of.at(reader));
      const bool inside_operator = life.last_step == life.first_step && !value->readers.empty();
      if (inside_operator) continue;  // Between an operator and its activation.
      report.tensors.push_back({.name = value->name,
                                .shape = DimsOf(value->desc.shape),
                                .size_bytes = life.size_bytes,
                                .first_step = life.first_step,
                                .last_step = life.last_step});
      lifetimes.push_back(life);
    }
  }
  return lifetimes;
}

plan::BufferTensors AddTensorsOfPlan(plan::Plan plan, MemoryReport& report) {
  report.plan_bytes = plan.tensor_bytes();
  for (const plan::PlannedDispatch& dispatch : plan.dispatches) {
    report.steps.push_back({.name = dispatch.name, .origins = dispatch.origins});
  }
  // Strategies are for buffers; tensors in textures are compared as the buffers they could be.
  for (plan::PlannedTensor& tensor : plan.tensors) tensor.type.storage = kernel::Storage::kBuffer;
  plan::BufferTensors found = plan::CollectBufferTensors(plan);
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    const plan::PlannedTensor& tensor = plan.tensors[static_cast<std::size_t>(found.tensors[i])];
    report.tensors.push_back({.name = tensor.name,
                              .shape = DimsOf(tensor.type.shape),
                              .size_bytes = found.lifetimes[i].size_bytes,
                              .first_step = found.lifetimes[i].first_step,
                              .last_step = found.lifetimes[i].last_step});
  }
  for (const memory::View& view : found.views) report.tensors[view.tensor].part_of = view.whole;
  return found;
}

// ---- Strategies

void AddStrategies(const MemoryRequest& request, MemoryReport& report) {
  const std::vector<memory::StrategyResult> results = memory::CompareStrategies(request);
  for (const auto& [strategy, plan, planning_time] : results) {
    MemoryStrategy& added = report.strategies.emplace_back();
    added = {.name = std::string(memory::StrategyName(strategy)),
             .bytes = plan.total_bytes(),
             .planning_ms = std::chrono::duration<double, std::milli>(planning_time).count(),
             .uses_offsets = strategy == Strategy::kOffsets,
             .object_bytes = plan.object_bytes};
    for (const auto& [object, offset_bytes] : plan.places) added.places.push_back({object, offset_bytes});
  }
  // `best`, the last, made the plan of one of the others.
  const auto same = std::ranges::find(results, results.back().plan, &memory::StrategyResult::plan);
  const auto picked = static_cast<std::size_t>(same - results.begin());
  report.picked = report.strategies[picked].name;
  report.strategies.back().uses_offsets = report.strategies[picked].uses_offsets;
}

void Compare(const MemoryRequest& request, MemoryReport& report) {
  report.offset_alignment = request.alignment;
  AddStrategies(request, report);
  report.objects_lower_bound = memory::ObjectsLowerBound(memory::WholeLifetimes(request));
  report.offsets_lower_bound =
      memory::ArenaLowerBound({.tensors = request.tensors, .views = request.views, .in_place = request.in_place});
}

}  // namespace

Result<MemoryReport> ReportMemory(const Model& model, const SessionOptions& options, TensorsOf tensors_of) {
  ASSIGN_OR_RETURN(const std::unique_ptr<gpu::Device> device, api::CreateDevice(options));
  const plan::PlanOptions plan_options = api::MakePlanOptions(options, device->info(), model);
  ASSIGN_OR_RETURN(graph::Graph graph, api::MakeGraph(model.impl(), options.without_passes));
  MemoryReport report{.tensors_of = tensors_of,
                      .precision = plan_options.precision == Precision::kFp32 ? "fp32" : "fp16"};
  if (tensors_of == TensorsOf::kModel) {
    const std::vector<Lifetime> lifetimes = AddTensorsOfModel(graph, plan_options.precision, report);
    Compare({.tensors = lifetimes}, report);
    return report;
  }
  const engine::PrepareOptions prepare{.plan = plan_options, .without_passes = options.without_passes};
  ASSIGN_OR_RETURN(engine::Prepared prepared,
                   engine::Prepare(graph, api::PlanningInfo(options, device->info()), prepare));
  const plan::BufferTensors tensors = AddTensorsOfPlan(std::move(prepared.plan), report);
  Compare(tensors.Request(device->info()), report);
  return report;
}

}  // namespace mica
