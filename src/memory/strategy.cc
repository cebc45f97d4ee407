// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/strategy.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/check.h"
#include "memory/several_arenas.h"
#include "memory/shared_objects.h"

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

namespace {

// Shared objects for the tensors that are no views; the views lie within.
MemoryPlan PlanObjects(const MemoryRequest& request, const std::function<ObjectPlan(std::span<const Lifetime>)>& plan) {
  const std::vector<Home> homes = FindHomes(request);
  std::vector<std::size_t> whole_number(homes.size());
  std::size_t wholes = 0;
  for (std::size_t i = 0; i < homes.size(); ++i) {
    if (homes[i].root == i) whole_number[i] = wholes++;
  }
  ObjectPlan objects = plan(WholeLifetimes(request));
  MemoryPlan placed{.places = {}, .object_bytes = std::move(objects.object_bytes)};
  for (const Home& home : homes) {
    placed.places.push_back({.object = objects.object_of[whole_number[home.root]], .offset_bytes = home.offset_bytes});
  }
  return placed;
}

// Two strategies grow with the square of the tensors.
bool IsAffordable(Strategy strategy, std::size_t tensor_count) {
  if (strategy == Strategy::kMinCostFlow) return tensor_count <= kMostTensorsForMinCostFlow;
  if (strategy == Strategy::kBySize) return tensor_count <= kMostTensorsForBySize;
  return true;
}

MemoryPlan PlanOffsets(const MemoryRequest& request, const ArenaSearch& search) {
  const ArenaPlan arena = PlanArena(request, search);
  if (arena.size_bytes > request.max_object_bytes) return PlanSeveralArenas(request);
  return InArena(arena);
}

MemoryPlan PlanBest(const MemoryRequest& request, const ArenaSearch& search) {
  MemoryPlan arena = PlanOffsets(request, search);
  if (arena.total_bytes() <=
      ArenaLowerBound({.tensors = request.tensors, .views = request.views, .in_place = request.in_place})) {
    return arena;
  }
  // Can be smaller by what the alignment costs the arena.
  MemoryPlan objects = PlanObjects(request, PlanBestObjects);
  return objects.total_bytes() < arena.total_bytes() ? objects : arena;
}

}  // namespace

MemoryPlan PlanMemory(Strategy strategy, const MemoryRequest& request, const ArenaSearch& search) {
  switch (strategy) {
    case Strategy::kNaive:
      return PlanObjects(request, PlanNaive);
    case Strategy::kGreedy:
      return PlanObjects(request, PlanGreedy);
    case Strategy::kMinCostFlow:
      return PlanObjects(request, [](std::span<const Lifetime> tensors) { return PlanMinCostFlow(tensors); });
    case Strategy::kBySize:
      return PlanObjects(request, PlanBySize);
    case Strategy::kByBreadth:
      return PlanObjects(request, PlanByBreadth);
    case Strategy::kOffsets:
      return PlanOffsets(request, search);
    case Strategy::kBest:
      return PlanBest(request, search);
  }
  MICA_CHECK(false, "strategy {} is unknown.", static_cast<int>(strategy));
}

std::vector<StrategyResult> CompareStrategies(const MemoryRequest& request, const ArenaSearch& search) {
  std::vector<StrategyResult> results;
  for (const Strategy strategy : kAllStrategies) {
    if (!IsAffordable(strategy, request.tensors.size())) continue;
    const auto start = std::chrono::steady_clock::now();
    MemoryPlan plan = PlanMemory(strategy, request, search);
    const auto end = std::chrono::steady_clock::now();
    results.push_back({.strategy = strategy, .plan = std::move(plan), .planning_time = end - start});
  }
  return results;
}

}  // namespace mica::memory
