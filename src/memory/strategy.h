// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "memory/arena.h"
#include "memory/lifetime.h"
#include "memory/shared_objects.h"

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

using MemoryPlan = std::variant<ObjectPlan, ArenaPlan>;

std::size_t TotalBytes(const MemoryPlan& plan);

// `best` is the smallest of all, and of equals an arena: one buffer is cheaper to bind than many. The alignment is that
// of offsets; objects are taken to be aligned by whoever allocates them.
MemoryPlan PlanMemory(Strategy strategy, std::span<const Lifetime> tensors, std::size_t alignment,
                      const ArenaSearch& search = {});

// What each strategy makes of the same tensors.
struct StrategyResult {
  Strategy strategy = Strategy::kNaive;
  MemoryPlan plan;
  std::chrono::nanoseconds planning_time{0};
};
std::vector<StrategyResult> CompareStrategies(std::span<const Lifetime> tensors, std::size_t alignment,
                                              const ArenaSearch& search = {});

}  // namespace mica::memory
