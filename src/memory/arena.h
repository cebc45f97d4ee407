// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "memory/lifetime.h"

namespace mica::memory {

// `tensor` is the part of `whole` that starts at `offset_bytes`: the inputs of a concatenation or the outputs of a
// split, where the layout makes the part one piece of memory. Nothing is copied then. `whole` may itself be a view.
// The bytes are shared, so they are kept from the first use of either to the last of both, gaps included.
struct View {
  std::size_t tensor = 0;
  std::size_t whole = 0;
  std::size_t offset_bytes = 0;  // Kept as it is: whether the device can bind it is for the caller to know.
};

// `output` may start where `input` starts although both are alive at one step: the last of the input and the first of
// the output, at which the kernel reads each element before it writes it. Not more than a permission: the plan uses it
// where that helps. An output may have several such inputs, and an input several outputs.
struct InPlace {
  std::size_t output = 0;
  std::size_t input = 0;
};

// What an arena is wanted for. Ends the program where views overlap their wholes' ends or form a cycle, or where an
// input outlives the step that would overwrite it.
struct ArenaRequest {
  std::span<const Lifetime> tensors;
  std::span<const View> views = {};
  std::span<const InPlace> in_place = {};
  std::size_t alignment = 1;  // Of the offset of every tensor that is no view; any number above 0.
};

struct ArenaPlan {
  std::vector<std::size_t> offsets;  // For each tensor, in bytes.
  std::size_t size_bytes = 0;        // A multiple of the alignment.

  friend bool operator==(const ArenaPlan&, const ArenaPlan&) = default;
};

// How long to look for a better plan. Ends at once at the lower bound, which real networks nearly always reach.
struct ArenaSearch {
  // Counted in work, not time: the same request gives the same plan on every machine. 10 million take about 0.1 s.
  std::int64_t budget = 10'000'000;
  // Only against machines that are slower than anyone expects; a search it cuts off may end elsewhere another time.
  std::chrono::milliseconds time_limit = std::chrono::seconds(10);
};

// Gives each tensor an offset in one arena, such that no two tensors that are alive together overlap, other than views
// and in-place pairs. Never larger than PlanBestObjects() of the same tensors, each rounded up to the alignment.
ArenaPlan PlanArena(const ArenaRequest& request, const ArenaSearch& search = {});

// No arena for the request is smaller: the largest sum of live bytes, views and in-place pairs counted once.
std::size_t ArenaLowerBound(const ArenaRequest& request);

}  // namespace mica::memory
