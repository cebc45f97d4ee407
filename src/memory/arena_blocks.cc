// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/arena_blocks.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/align.h"
#include "base/check.h"

namespace mica::memory {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::vector<Block> MakeBlocks(const MemoryRequest& request) {
  const std::size_t alignment = request.alignment;
  const std::vector<Home> homes = FindHomes(request);
  std::vector<Block> blocks;
  std::vector<std::size_t> block_of(homes.size(), kNone);
  for (std::size_t tensor = 0; tensor < homes.size(); ++tensor) {
    if (homes[tensor].root != tensor) continue;
    block_of[tensor] = blocks.size();
    blocks.push_back({.parts = std::vector<Part>(1)});
  }
  for (std::size_t tensor = 0; tensor < homes.size(); ++tensor) {
    const Home& home = homes[tensor];
    const std::size_t end_bytes = home.offset_bytes + request.tensors[tensor].size_bytes;
    const Part part{.tensor = tensor,
                    .first_step = home.first_step,
                    .last_step = home.last_step,
                    .offset_bytes = home.offset_bytes,
                    .begin = static_cast<std::int64_t>(home.offset_bytes / alignment),
                    .end = static_cast<std::int64_t>(AlignUp(end_bytes, alignment) / alignment)};
    std::vector<Part>& parts = blocks[block_of[home.root]].parts;
    if (home.root == tensor) {
      parts[0] = part;
    } else {
      parts.push_back(part);
    }
  }
  return blocks;
}

struct PartRef {
  std::size_t block;
  const Part* part;
};

// All pairs of parts of different blocks that are alive together, found by a sweep over the steps.
std::vector<std::pair<PartRef, PartRef>> FindPairsAliveTogether(const std::vector<Block>& blocks) {
  std::vector<PartRef> by_first_step;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (const Part& part : blocks[block].parts) by_first_step.push_back({block, &part});
  }
  std::ranges::stable_sort(by_first_step, {}, [](const PartRef& ref) { return ref.part->first_step; });

  std::vector<std::pair<PartRef, PartRef>> pairs;
  std::vector<PartRef> alive;
  for (const PartRef& current : by_first_step) {
    std::erase_if(alive, [&](const PartRef& other) { return other.part->last_step < current.part->first_step; });
    for (const PartRef& other : alive) {
      if (other.block != current.block) pairs.emplace_back(other, current);
    }
    alive.push_back(current);
  }
  return pairs;
}

// The permissions of a request, asked for by pair.
class InPlacePairs {
 public:
  explicit InPlacePairs(std::span<const InPlace> pairs) {
    for (const auto& [output, input] : pairs) output_and_input_.emplace(output, input);
  }

  bool MayShare(const Part& a, const Part& b) const { return MayTake(a, b) || MayTake(b, a); }

 private:
  // A view that is kept beyond its own last step, for the sake of its whole, must not be overwritten.
  bool MayTake(const Part& output, const Part& input) const {
    return input.last_step == output.first_step && output_and_input_.contains({output.tensor, input.tensor});
  }

  std::set<std::pair<std::size_t, std::size_t>> output_and_input_;
};

}  // namespace

Lifetime Block::Hull(std::size_t alignment) const {
  Lifetime hull{.first_step = parts[0].first_step,
                .last_step = parts[0].last_step,
                .size_bytes = static_cast<std::size_t>(parts[0].end) * alignment};
  for (const Part& part : parts) {
    hull.first_step = std::min(hull.first_step, part.first_step);
    hull.last_step = std::max(hull.last_step, part.last_step);
  }
  return hull;
}

ArenaBlocks MakeArenaBlocks(const MemoryRequest& request) {
  ArenaBlocks arena{.alignment = request.alignment, .blocks = MakeBlocks(request)};
  arena.conflicts.resize(arena.blocks.size());

  const auto unit = static_cast<std::int64_t>(request.alignment);
  const InPlacePairs in_place(request.in_place);
  for (const auto& [a, b] : FindPairsAliveTogether(arena.blocks)) {
    const std::size_t a_block = a.block;
    const std::size_t b_block = b.block;
    const auto forbid = [&](std::int64_t above, std::int64_t below) {  // The start of b's block minus that of a's.
      if (below - above < 2) return;                                   // No integer lies strictly between.
      arena.conflicts[b_block].push_back({.other = a_block, .above = above, .below = below});
      arena.conflicts[a_block].push_back({.other = b_block, .above = -below, .below = -above});
    };
    const std::int64_t above = a.part->begin - b.part->end;
    const std::int64_t below = a.part->end - b.part->begin;
    const std::int64_t same_start_bytes =
        static_cast<std::int64_t>(a.part->offset_bytes) - static_cast<std::int64_t>(b.part->offset_bytes);
    if (in_place.MayShare(*a.part, *b.part) && same_start_bytes % unit == 0) {
      forbid(above, same_start_bytes / unit);
      forbid(same_start_bytes / unit, below);
    } else {
      forbid(above, below);
    }
  }
  return arena;
}

}  // namespace mica::memory
