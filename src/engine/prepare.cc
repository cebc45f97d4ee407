// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "engine/prepare.h"

#include <algorithm>
#include <chrono>

#include "ops/registry.h"
#include "passes/pipeline.h"

namespace mica::engine {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point started) {
  return std::chrono::duration<double, std::milli>(Clock::now() - started).count();
}

std::string FindReason(const graph::Node& node, const gpu::DeviceInfo& device) {
  const OperatorDef* def = ops::FindOperator(node.op);
  if (def == nullptr || def->gpu_support == nullptr) return "Mica has no GPU kernel for this operator";
  // A known operator without attributes is one that the importer kept opaque, because it could not be read whole.
  const Support support = def->gpu_support(NodeView(node), device);
  if (support.ok()) return "";
  return fmt::format("{}: got {}, allowed is {}", support.rule, support.got, support.allowed);
}

Status CheckPassNames(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto is_named = [&](const passes::Pass& pass) { return pass.name == name; };
    if (std::ranges::any_of(passes::Canonicalization(), is_named) ||
        std::ranges::any_of(passes::Optimization(), is_named)) {
      continue;
    }
    return InvalidArgument("there is no pass named '{}'.", name);
  }
  return Ok();
}

}  // namespace

std::vector<Refusal> FindRefusals(const graph::Graph& graph, const gpu::DeviceInfo& device) {
  std::vector<Refusal> refusals;
  for (const graph::Node* node : graph.NodesInOrder()) {
    std::string reason = FindReason(*node, device);
    if (!reason.empty()) refusals.push_back({node->origins, node->op, std::move(reason)});
  }
  return refusals;
}

Result<Prepared> Prepare(graph::Graph& graph, const gpu::DeviceInfo& device, const PrepareOptions& options) {
  RETURN_IF_ERROR(CheckPassNames(options.without_passes));
  if (const std::vector<Refusal> refusals = FindRefusals(graph, device); !refusals.empty()) {
    const Refusal& first = refusals.front();
    return Unsupported("operator #{} ({}) cannot run on the GPU: {}{}.", first.origins.empty() ? -1 : first.origins[0],
                       first.op, first.reason,
                       refusals.size() == 1 ? "" : fmt::format(" (and {} more operators)", refusals.size() - 1));
  }
  Prepared prepared;
  Clock::time_point started = Clock::now();
  passes::Run(passes::Optimization(), graph, {.without = options.without_passes, .dump = {}});
  prepared.passes_ms = MillisecondsSince(started);
  started = Clock::now();
  ASSIGN_OR_RETURN(prepared.plan, plan::MakePlan(graph, device, options.plan));
  prepared.plan_ms = MillisecondsSince(started);
  return prepared;
}

}  // namespace mica::engine
