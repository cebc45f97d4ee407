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

// Where a tensor lives: in the block of `root`, at an offset from its start.
struct Home {
  std::size_t root = 0;
  std::size_t offset_bytes = 0;
  int first_step = 0;
  int last_step = 0;
};

void CheckRequest(const ArenaRequest& request) {
  const std::span<const Lifetime> tensors = request.tensors;
  CheckLifetimes(tensors);
  MICA_CHECK(request.alignment > 0, "an alignment of 0 bytes is asked for.");
  for (const View& view : request.views) {
    MICA_CHECK(view.tensor < tensors.size() && view.whole < tensors.size(), "tensor {} is to be a view into {} of {}.",
               view.tensor, view.whole, tensors.size());
    const std::size_t whole_bytes = tensors[view.whole].size_bytes;
    const std::size_t part_bytes = tensors[view.tensor].size_bytes;
    MICA_CHECK(view.offset_bytes <= whole_bytes && part_bytes <= whole_bytes - view.offset_bytes,
               "a view of {} bytes at {} ends outside its whole of {}.", part_bytes, view.offset_bytes, whole_bytes);
  }
  for (const auto& [output, input] : request.in_place) {
    MICA_CHECK(output < tensors.size() && input < tensors.size() && output != input,
               "tensor {} is to take the place of {} of {}.", output, input, tensors.size());
    MICA_CHECK(tensors[input].last_step == tensors[output].first_step,
               "an output of step {} cannot take the place of an input that is last read at step {}.",
               tensors[output].first_step, tensors[input].last_step);
  }
}

// Follows the views to their roots, and closes the gaps between the life of a view and that of its whole.
std::vector<Home> FindHomes(const ArenaRequest& request) {
  std::vector<Home> homes;
  for (std::size_t tensor = 0; tensor < request.tensors.size(); ++tensor) {
    const Lifetime& life = request.tensors[tensor];
    homes.push_back({.root = tensor, .first_step = life.first_step, .last_step = life.last_step});
  }
  std::vector<std::size_t> view_of(request.tensors.size(), kNone);
  for (std::size_t view = 0; view < request.views.size(); ++view) {
    const auto& [tensor, whole, offset_bytes] = request.views[view];
    MICA_CHECK(view_of[tensor] == kNone, "tensor {} is a view into two others.", tensor);
    view_of[tensor] = view;
    homes[tensor].first_step = std::min(homes[tensor].first_step, request.tensors[whole].last_step);
    homes[tensor].last_step = std::max(homes[tensor].last_step, request.tensors[whole].first_step);
  }
  for (Home& home : homes) {
    for (std::size_t depth = 0; view_of[home.root] != kNone; ++depth) {
      MICA_CHECK(depth < request.views.size(), "tensor {} is a view into itself.", home.root);
      const View& view = request.views[view_of[home.root]];
      home.offset_bytes += view.offset_bytes;
      home.root = view.whole;
    }
  }
  return homes;
}

std::vector<Block> MakeBlocks(const ArenaRequest& request) {
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

ArenaBlocks MakeArenaBlocks(const ArenaRequest& request) {
  CheckRequest(request);
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
