// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "memory/arena_blocks.h"

namespace mica::memory {

// Which of the gaps that hold a block it takes.
enum class Fit {
  kLowest,
  kTightest,  // The one with the least room to spare. The open end of the arena only where no gap holds the block.
};

inline constexpr std::int64_t kNotPlaced = -1;

struct Placement {
  std::vector<std::int64_t> starts;  // For each block, in units.
  std::int64_t top = 0;              // Where the highest block ends.
};

// Where a block can start, given the starts of others: those that are kNotPlaced do not matter.
std::int64_t FindStart(const ArenaBlocks& arena, std::size_t block, std::span<const std::int64_t> starts, Fit fit);

// Places the blocks one after another, each where it conflicts with none before it. `order` names every block once.
Placement PlaceInOrder(const ArenaBlocks& arena, std::span<const std::size_t> order, Fit fit);

}  // namespace mica::memory
