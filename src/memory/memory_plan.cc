// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/memory_plan.h"

namespace mica::memory {

MemoryPlan InObjects(const ObjectPlan& objects) {
  MemoryPlan plan{.places = {}, .object_bytes = objects.object_bytes};
  for (const std::size_t object : objects.object_of) plan.places.push_back({.object = object});
  return plan;
}

MemoryPlan InArena(const ArenaPlan& arena) {
  MemoryPlan plan{.places = {}, .object_bytes = {arena.size_bytes}};
  for (const std::size_t offset_bytes : arena.offsets) plan.places.push_back({.offset_bytes = offset_bytes});
  return plan;
}

}  // namespace mica::memory
