// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/request.h"

namespace mica::memory {

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
ArenaPlan PlanArena(const MemoryRequest& request, const ArenaSearch& search = {});

// No arena for the request is smaller: the largest sum of live bytes, views and in-place pairs counted once.
std::size_t ArenaLowerBound(const MemoryRequest& request);

}  // namespace mica::memory
