// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <optional>

#include "memory/reuse_network.h"
#include "memory/shared_objects.h"

namespace mica::memory {

ObjectPlan PlanMinCostFlow(std::span<const Lifetime> tensors, ShortestPaths method) {
  CheckLifetimes(tensors);
  const ReuseNetwork reuse = MakeReuseNetwork(tensors);
  const Flow flow = MinCostMaxFlow(reuse.network, reuse.source, reuse.sink, method);
  const std::vector<std::optional<std::size_t>> taken_from = ReadReuses(reuse, flow, tensors.size());

  ObjectPlan plan{.object_of = std::vector<std::size_t>(tensors.size())};
  for (const std::size_t tensor : InExecutionOrder(tensors)) {  // The giver comes before the taker.
    if (!taken_from[tensor]) {
      plan.object_of[tensor] = plan.object_bytes.size();
      plan.object_bytes.push_back(tensors[tensor].size_bytes);
      continue;
    }
    const std::size_t object = plan.object_of[*taken_from[tensor]];
    plan.object_of[tensor] = object;
    plan.object_bytes[object] = std::max(plan.object_bytes[object], tensors[tensor].size_bytes);
  }
  return plan;
}

}  // namespace mica::memory
