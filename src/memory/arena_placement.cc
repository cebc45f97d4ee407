// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/arena_placement.h"

#include <algorithm>
#include <utility>

namespace mica::memory {
namespace {

// Starts that are taken: strictly between `first` and `second`.
using Taken = std::pair<std::int64_t, std::int64_t>;

std::int64_t FindGap(std::vector<Taken>& taken, Fit fit) {
  std::ranges::sort(taken);
  std::int64_t tightest_start = kNotPlaced;
  std::int64_t tightest_slack = 0;
  std::int64_t start = 0;
  for (const auto& [above, below] : taken) {
    if (start <= above) {  // All starts from here to `above` are free.
      if (fit == Fit::kLowest) return start;
      if (tightest_start == kNotPlaced || above - start < tightest_slack) {
        tightest_start = start;
        tightest_slack = above - start;
      }
    }
    start = std::max(start, below);
  }
  return tightest_start == kNotPlaced ? start : tightest_start;
}

}  // namespace

std::int64_t FindStart(const ArenaBlocks& arena, std::size_t block, std::span<const std::int64_t> starts, Fit fit) {
  std::vector<Taken> taken;
  for (const Conflict& conflict : arena.conflicts[block]) {
    const std::int64_t other_start = starts[conflict.other];
    if (other_start == kNotPlaced || other_start + conflict.below <= 0) continue;
    taken.emplace_back(other_start + conflict.above, other_start + conflict.below);
  }
  return FindGap(taken, fit);
}

Placement PlaceInOrder(const ArenaBlocks& arena, std::span<const std::size_t> order, Fit fit) {
  Placement placement{.starts = std::vector<std::int64_t>(arena.blocks.size(), kNotPlaced)};
  for (const std::size_t block : order) {
    placement.starts[block] = FindStart(arena, block, placement.starts, fit);
    placement.top = std::max(placement.top, placement.starts[block] + arena.blocks[block].parts[0].end);
  }
  return placement;
}

}  // namespace mica::memory
