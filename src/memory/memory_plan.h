// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include "memory/arena.h"
#include "memory/shared_objects.h"

namespace mica::memory {

// Where every tensor lies, whatever strategy placed it: shared objects hold tensors (and the views into them) one after
// another, an arena is one object that holds them side by side.
struct MemoryPlan {
  struct Place {
    std::size_t object = 0;
    std::size_t offset_bytes = 0;

    friend bool operator==(const Place&, const Place&) = default;
  };

  std::vector<Place> places;  // For each tensor.
  std::vector<std::size_t> object_bytes;

  std::size_t total_bytes() const { return std::accumulate(object_bytes.begin(), object_bytes.end(), std::size_t{0}); }

  friend bool operator==(const MemoryPlan&, const MemoryPlan&) = default;
};

MemoryPlan InObjects(const ObjectPlan& objects);
MemoryPlan InArena(const ArenaPlan& arena);

}  // namespace mica::memory
