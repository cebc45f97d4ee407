// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "operator/node_view.h"
#include "ops/movement/movement.h"

namespace mica::ops {

// Elements begin, begin + stride, ... of one axis of the source. A negative stride walks towards the front.
struct TakenRange {
  int begin = 0;
  int stride = 1;
  int count = 0;

  friend bool operator==(const TakenRange&, const TakenRange&) = default;
};

// What SLICE and STRIDED_SLICE come down to: the elements in all ranges, in row-major order.
struct TakenPart {
  std::vector<TakenRange> ranges;  // One an axis of the source.
  Shape result;                    // Their counts, less axes that vanish, plus new ones of size 1.
};

// kUnsupported where an input that gives the part is computed at run time.
Result<TakenPart> PartOfSlice(const NodeView& slice);
Result<TakenPart> PartOfStridedSlice(const NodeView& strided_slice);

Movement MovementOf(const TakenPart& part, const Shape& source);

}  // namespace mica::ops
