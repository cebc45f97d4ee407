// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <span>

#include "base/shape.h"
#include "base/status.h"

namespace mica::ops {

// RESHAPE: one of `dims` may be -1, and takes what the others leave.
Result<Shape> Reshaped(const Shape& source, std::span<const std::int64_t> dims);

// SQUEEZE: drops these axes, which must have size 1; negative ones count from the end. None given: all of size 1.
Result<Shape> Squeezed(const Shape& source, std::span<const int> axes);

// EXPAND_DIMS: a new axis of size 1 at `axis` of the result; a negative one counts from the result's end.
Result<Shape> Expanded(const Shape& source, std::int64_t axis);

}  // namespace mica::ops
