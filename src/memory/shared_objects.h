// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "memory/lifetime.h"
#include "memory/min_cost_flow.h"

namespace mica::memory {

// Shared objects: pieces of device memory that each hold many tensors during one run, but one at a time. Needs nothing
// of the device but buffers (or textures), where an arena needs buffers that can be bound in part.
struct ObjectPlan {
  std::vector<std::size_t> object_of;     // For each tensor, its object.
  std::vector<std::size_t> object_bytes;  // For each object, the size of its largest tensor.

  std::size_t total_bytes() const;

  friend bool operator==(const ObjectPlan&, const ObjectPlan&) = default;
};

// All strategies are deterministic functions of `tensors`, whose order decides only between equals.

// One object for each tensor: the memory without a plan.
ObjectPlan PlanNaive(std::span<const Lifetime> tensors);

// The paper's greedy algorithm: in the order of execution, each tensor takes the free object that is closest in size
// and enlarges it where needed; a new one only where none is free. O(n log n).
ObjectPlan PlanGreedy(std::span<const Lifetime> tensors);

// The paper's minimum-cost flow: the best of all ways to hand objects on, if each was as large as its last tensor.
// (It may be larger by an earlier one, so the result can be above that of other strategies, and its total is at most
// the flow's cost.) O(n^2 log^2 n) for n tensors all of different size, and much faster where sizes repeat, as they do.
ObjectPlan PlanMinCostFlow(std::span<const Lifetime> tensors, ShortestPaths method = ShortestPaths::kJohnson);

// Pisarchyk & Lee 2020, "greedy by size improved": large tensors first, and of similar ones first those that leave an
// object idle for the shortest time. O(n^2 k log n) for k objects.
ObjectPlan PlanBySize(std::span<const Lifetime> tensors);

// Pisarchyk & Lee 2020, "greedy by breadth": the steps with the most live bytes first. O(n k log n) for k objects.
ObjectPlan PlanByBreadth(std::span<const Lifetime> tensors);

// For textures, which cannot be enlarged: a tensor takes only an object of its own kind. Kinds are any numbers that are
// equal where two tensors can trade places (equal format, width, height). The fewest objects possible. O(n log n).
ObjectPlan PlanEqualKinds(std::span<const Lifetime> tensors, std::span<const std::size_t> kind_of);

// The smallest of all plans above that may enlarge objects; of equal ones the first in this file. The two strategies
// that grow fastest with the number of tensors are left out above a limit, where each takes up to about a second.
inline constexpr std::size_t kMostTensorsForMinCostFlow = 1024;
inline constexpr std::size_t kMostTensorsForBySize = 4096;
ObjectPlan PlanBestObjects(std::span<const Lifetime> tensors);

}  // namespace mica::memory
