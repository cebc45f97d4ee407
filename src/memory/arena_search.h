// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>

#include "memory/arena_placement.h"

namespace mica::memory {

// A placement at most as high as `placement`, and lower where the search finds one. Stops at `bound` (in units), below
// which there is nothing to find, and at the limits of `search`.
Placement ImprovePlacement(const ArenaBlocks& arena, Placement placement, std::int64_t bound,
                           const ArenaSearch& search);

}  // namespace mica::memory
