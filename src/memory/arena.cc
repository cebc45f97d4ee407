// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/arena.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "memory/arena_blocks.h"
#include "memory/arena_placement.h"
#include "memory/arena_search.h"
#include "memory/shared_objects.h"

namespace mica::memory {
namespace {

// Shared objects, one above the other: a placement like any other, which makes an arena never the larger choice.
Placement StackObjects(std::span<const Lifetime> hulls, std::size_t alignment) {
  const ObjectPlan plan = PlanBestObjects(hulls);
  Placement placement;
  std::vector<std::int64_t> object_starts;
  for (const std::size_t size_bytes : plan.object_bytes) {
    object_starts.push_back(placement.top);
    placement.top += static_cast<std::int64_t>(size_bytes / alignment);  // Hulls are whole units.
  }
  for (const std::size_t object : plan.object_of) placement.starts.push_back(object_starts[object]);
  return placement;
}

// Small blocks can fill the gaps that large ones leave, but not the other way round. Largest first with the tightest
// gap is "greedy by size" of Pisarchyk & Lee 2020. Where it is above the bound, blocks that live long are often what
// it should have placed first: by size times time, or by time alone.
Placement PlaceGreedily(const ArenaBlocks& arena, std::span<const Lifetime> hulls, std::int64_t bound) {
  const std::vector<std::size_t> by_size = LargestFirst(hulls);
  const auto steps = [&](std::size_t block) {
    return static_cast<std::size_t>(hulls[block].last_step - hulls[block].first_step) + 1;
  };
  std::vector<std::size_t> by_area = by_size;
  std::ranges::stable_sort(by_area, std::greater{},
                           [&](std::size_t block) { return hulls[block].size_bytes * steps(block); });
  std::vector<std::size_t> by_lifetime = by_size;
  std::ranges::stable_sort(by_lifetime, std::greater{}, steps);

  Placement best = PlaceInOrder(arena, by_size, Fit::kTightest);
  for (const auto& order : {by_size, by_area, by_lifetime}) {
    if (best.top <= bound) break;
    Placement placement = PlaceInOrder(arena, order, Fit::kLowest);
    if (placement.top < best.top) best = std::move(placement);
  }
  return best;
}

}  // namespace

ArenaPlan PlanArena(const MemoryRequest& request, const ArenaSearch& search) {
  const ArenaBlocks arena = MakeArenaBlocks(request);
  std::vector<Lifetime> hulls;
  for (const Block& block : arena.blocks) hulls.push_back(block.Hull(arena.alignment));

  const auto bound = static_cast<std::int64_t>(ArenaLowerBound(request) / request.alignment);
  Placement placement = ImprovePlacement(arena, PlaceGreedily(arena, hulls, bound), bound, search);
  if (placement.top > bound) {
    Placement stacked = StackObjects(hulls, arena.alignment);
    if (stacked.top < placement.top) placement = ImprovePlacement(arena, std::move(stacked), bound, search);
  }

  ArenaPlan plan{.offsets = std::vector<std::size_t>(request.tensors.size()),
                 .size_bytes = static_cast<std::size_t>(placement.top) * request.alignment};
  for (std::size_t block = 0; block < arena.blocks.size(); ++block) {
    const std::size_t start = static_cast<std::size_t>(placement.starts[block]) * request.alignment;
    for (const Part& part : arena.blocks[block].parts) plan.offsets[part.tensor] = start + part.offset_bytes;
  }
  return plan;
}

}  // namespace mica::memory
