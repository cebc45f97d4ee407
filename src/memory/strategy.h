// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "memory/arena.h"
#include "memory/memory_plan.h"
#include "memory/request.h"

namespace mica::memory {

// The ways to plan memory that a user can name, each described at its function in shared_objects.h and arena.h.
enum class Strategy { kNaive, kGreedy, kMinCostFlow, kBySize, kByBreadth, kOffsets, kBest };

inline constexpr std::array kAllStrategies = {
    Strategy::kNaive,     Strategy::kGreedy,  Strategy::kMinCostFlow, Strategy::kBySize,
    Strategy::kByBreadth, Strategy::kOffsets, Strategy::kBest,
};

// As the command line and JSON spell it: naive, greedy, mcfp, by-size, by-breadth, offsets, best.
std::string_view StrategyName(Strategy strategy);
std::optional<Strategy> FindStrategy(std::string_view name);

// `best` is the smallest of all, and of equals an arena: one buffer is cheaper to bind than many. Only offsets make use
// of in-place pairs. `offsets` takes several arenas where one would exceed max_object_bytes.
MemoryPlan PlanMemory(Strategy strategy, const MemoryRequest& request, const ArenaSearch& search = {});

// What each strategy makes of the same tensors, `best` the last. Those that PlanBestObjects leaves out for the number
// of tensors are missing.
struct StrategyResult {
  Strategy strategy = Strategy::kNaive;
  MemoryPlan plan;
  std::chrono::nanoseconds planning_time{0};
};
std::vector<StrategyResult> CompareStrategies(const MemoryRequest& request, const ArenaSearch& search = {});

}  // namespace mica::memory
