// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/arena.h"

namespace mica::memory {

// One tensor of a block: when it is alive, and where, from the start of the block.
struct Part {
  std::size_t tensor = 0;
  int first_step = 0;
  int last_step = 0;
  std::size_t offset_bytes = 0;  // As the request has it.
  std::int64_t begin = 0;        // In units of the alignment, rounded outwards.
  std::int64_t end = 0;
};

// What is placed as one: a tensor together with the views into it, each in its own time. A part of a concatenation that
// is written late leaves its place to others until then, so a block is several rectangles in time and space, not one.
struct Block {
  std::vector<Part> parts;  // The tensor that is no view comes first, and spans the block.

  // The block as one rectangle.
  Lifetime Hull(std::size_t alignment) const;
};

// A restriction on the place of one block by that of another: their distance (own start minus the other's, in units)
// must not lie strictly between `above` and `below`. Everything that a placement must know: a plain pair of tensors
// alive together has one such gap, blocks of several parts have several, and in-place pairs cut theirs in two.
struct Conflict {
  std::size_t other = 0;
  std::int64_t above = 0;
  std::int64_t below = 0;
};

// The request as blocks on a line of whole units, a unit being the alignment. Offsets are then plain integers.
struct ArenaBlocks {
  std::size_t alignment = 1;
  std::vector<Block> blocks;
  std::vector<std::vector<Conflict>> conflicts;  // For each block.
};
ArenaBlocks MakeArenaBlocks(const MemoryRequest& request);

}  // namespace mica::memory
