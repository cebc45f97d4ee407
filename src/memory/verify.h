// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <string>

#include "memory/memory_plan.h"
#include "memory/request.h"

namespace mica::memory {

// The first rule that a plan breaks, as a sentence; nothing where it keeps them all. Written from the rules alone, so
// that it can judge the planners: every pair of tensors is looked at, byte ranges are compared as they are. O(n^2).
std::optional<std::string> FindFault(const MemoryRequest& request, const MemoryPlan& plan);

}  // namespace mica::memory
