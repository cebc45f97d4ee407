// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "memory/arena.h"
#include "memory/arena_blocks.h"

namespace mica::memory {
namespace {

// How many units of the block hold live data at the step; those of overlapping parts count once.
std::int64_t LiveUnits(const Block& block, int step) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (const Part& part : block.parts) {
    if (part.first_step <= step && step <= part.last_step) ranges.emplace_back(part.begin, part.end);
  }
  std::ranges::sort(ranges);
  std::int64_t units = 0;
  std::int64_t counted_to = 0;
  for (const auto& [begin, end] : ranges) {
    units += std::max<std::int64_t>(0, end - std::max(begin, counted_to));
    counted_to = std::max(counted_to, end);
  }
  return units;
}

}  // namespace

std::size_t ArenaLowerBound(const MemoryRequest& request) {
  const ArenaBlocks arena = MakeArenaBlocks(request);
  int step_count = 0;
  for (const Lifetime& tensor : request.tensors) step_count = std::max(step_count, tensor.last_step + 1);

  std::vector<std::int64_t> growth(step_count + 1, 0);  // Of the live units, from each step to the next.
  for (const Block& block : arena.blocks) {
    const Lifetime hull = block.Hull(arena.alignment);
    std::int64_t live_before = 0;
    for (int step = hull.first_step; step <= hull.last_step; ++step) {
      // Most blocks have one part, which is alive throughout.
      if (block.parts.size() == 1 && step > hull.first_step) break;
      const std::int64_t live = LiveUnits(block, step);
      growth[step] += live - live_before;
      live_before = live;
    }
    growth[hull.last_step + 1] -= live_before;
  }

  // An output shares the place of at most one of its inputs, and at its first step only.
  std::map<std::size_t, std::int64_t> shared_units;
  for (const auto& [output, input] : request.in_place) {
    const std::size_t smaller = std::min(request.tensors[output].size_bytes, request.tensors[input].size_bytes);
    const auto units = static_cast<std::int64_t>((smaller + request.alignment - 1) / request.alignment);
    shared_units[output] = std::max(shared_units[output], units);
  }
  for (const auto& [output, units] : shared_units) {
    growth[request.tensors[output].first_step] -= units;
    growth[request.tensors[output].first_step + 1] += units;
  }

  std::partial_sum(growth.begin(), growth.end(), growth.begin());
  return static_cast<std::size_t>(std::max<std::int64_t>(0, *std::ranges::max_element(growth))) * request.alignment;
}

}  // namespace mica::memory
