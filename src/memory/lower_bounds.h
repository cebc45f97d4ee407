// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "memory/lifetime.h"

namespace mica::memory {

// For i = 0, 1, ...: the largest that the i-th largest live tensor is at any step. Descending.
std::vector<std::size_t> PositionalMaxima(std::span<const Lifetime> tensors);

// No plan of shared objects is smaller than the sum of the positional maxima: at every step the i-th largest live
// tensor needs an object of its own, and so the i-th largest object is at least as large. It may not be reachable.
std::size_t ObjectsLowerBound(std::span<const Lifetime> tensors);

// No plan at all is smaller than the largest sum of live sizes. It may not be reachable.
std::size_t OffsetsLowerBound(std::span<const Lifetime> tensors);

}  // namespace mica::memory
