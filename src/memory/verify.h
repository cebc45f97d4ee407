// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <span>
#include <string>

#include "memory/arena.h"
#include "memory/lifetime.h"
#include "memory/shared_objects.h"

namespace mica::memory {

// The first rule that a plan breaks, as a sentence; nothing where it keeps them all. Written from the rules alone, so
// that it can judge the planners: every pair of tensors is looked at, byte ranges are compared as they are. O(n^2).

std::optional<std::string> FindFault(std::span<const Lifetime> tensors, const ObjectPlan& plan);

std::optional<std::string> FindFault(const ArenaRequest& request, const ArenaPlan& plan);

}  // namespace mica::memory
