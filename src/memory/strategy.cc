// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/strategy.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "memory/lower_bounds.h"

namespace mica::memory {

std::string_view StrategyName(Strategy strategy) {
  switch (strategy) {
    case Strategy::kNaive:
      return "naive";
    case Strategy::kGreedy:
      return "greedy";
    case Strategy::kMinCostFlow:
      return "mcfp";
    case Strategy::kBySize:
      return "by-size";
    case Strategy::kByBreadth:
      return "by-breadth";
    case Strategy::kOffsets:
      return "offsets";
    case Strategy::kBest:
      return "best";
  }
  MICA_CHECK(false, "strategy {} has no name.", static_cast<int>(strategy));
}

std::optional<Strategy> FindStrategy(std::string_view name) {
  const auto found = std::ranges::find(kAllStrategies, name, StrategyName);
  return found == kAllStrategies.end() ? std::nullopt : std::optional(*found);
}

std::size_t TotalBytes(const MemoryPlan& plan) {
  if (const auto* arena = std::get_if<ArenaPlan>(&plan)) return arena->size_bytes;
  return std::get<ObjectPlan>(plan).total_bytes();
}

MemoryPlan PlanMemory(Strategy strategy, std::span<const Lifetime> tensors, std::size_t alignment,
                      const ArenaSearch& search) {
  const ArenaRequest request{.tensors = tensors, .alignment = alignment};
  switch (strategy) {
    case Strategy::kNaive:
      return PlanNaive(tensors);
    case Strategy::kGreedy:
      return PlanGreedy(tensors);
    case Strategy::kMinCostFlow:
      return PlanMinCostFlow(tensors);
    case Strategy::kBySize:
      return PlanBySize(tensors);
    case Strategy::kByBreadth:
      return PlanByBreadth(tensors);
    case Strategy::kOffsets:
      return PlanArena(request, search);
    case Strategy::kBest:
      break;
  }
  ArenaPlan arena = PlanArena(request, search);
  if (arena.size_bytes <= OffsetsLowerBound(tensors)) return arena;
  ObjectPlan objects = PlanBestObjects(tensors);  // Can be smaller by what the alignment costs the arena.
  if (objects.total_bytes() < arena.size_bytes) return objects;
  return arena;
}

std::vector<StrategyResult> CompareStrategies(std::span<const Lifetime> tensors, std::size_t alignment,
                                              const ArenaSearch& search) {
  std::vector<StrategyResult> results;
  for (const Strategy strategy : kAllStrategies) {
    const auto start = std::chrono::steady_clock::now();
    MemoryPlan plan = PlanMemory(strategy, tensors, alignment, search);
    const auto end = std::chrono::steady_clock::now();
    results.push_back({.strategy = strategy, .plan = std::move(plan), .planning_time = end - start});
  }
  return results;
}

}  // namespace mica::memory
