// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "memory/memory_plan.h"
#include "memory/request.h"

namespace mica::memory {

// For a device whose buffers are too small for one arena: every tensor in the first of several arenas that has room for
// it below request.max_object_bytes, the largest first. No tensor may be larger than that.
MemoryPlan PlanSeveralArenas(const MemoryRequest& request);

}  // namespace mica::memory
