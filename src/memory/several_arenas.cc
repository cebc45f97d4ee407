// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/several_arenas.h"

#include <algorithm>

#include "base/check.h"
#include "memory/arena_placement.h"

namespace mica::memory {

MemoryPlan PlanSeveralArenas(const MemoryRequest& request) {
  const ArenaBlocks line = MakeArenaBlocks(request);
  const auto most_units = static_cast<std::int64_t>(request.max_object_bytes / request.alignment);
  std::vector<Lifetime> hulls;
  for (const Block& block : line.blocks) hulls.push_back(block.Hull(line.alignment));

  MemoryPlan plan{.places = std::vector<MemoryPlan::Place>(request.tensors.size()), .object_bytes = {}};
  std::vector<Placement> arenas;
  for (const std::size_t index : LargestFirst(hulls)) {
    const Block& block = line.blocks[index];
    const std::int64_t units = block.parts[0].end;
    // The last tensor of an arena may end between two units of a limit that is no multiple of them.
    const bool fits_alone = request.tensors[block.parts[0].tensor].size_bytes <= request.max_object_bytes;
    MICA_CHECK(fits_alone, "a tensor of {} bytes exceeds the largest object of {}.",
               request.tensors[block.parts[0].tensor].size_bytes, request.max_object_bytes);
    std::int64_t start = 0;
    auto arena = std::ranges::find_if(arenas, [&](const Placement& placed) {
      start = FindStart(line, index, placed.starts, Fit::kLowest);
      return start + units <= most_units;
    });
    if (arena == arenas.end()) {
      start = 0;
      arena = arenas.insert(arena, {.starts = std::vector<std::int64_t>(line.blocks.size(), kNotPlaced)});
    }
    arena->starts[index] = start;
    arena->top = std::max(arena->top, start + units);
    for (const Part& part : block.parts) {
      plan.places[part.tensor] = {.object = static_cast<std::size_t>(arena - arenas.begin()),
                                  .offset_bytes = static_cast<std::size_t>(start) * line.alignment + part.offset_bytes};
    }
  }
  for (const Placement& arena : arenas) {
    plan.object_bytes.push_back(
        std::min(static_cast<std::size_t>(arena.top) * line.alignment, request.max_object_bytes));
  }
  return plan;
}

}  // namespace mica::memory
