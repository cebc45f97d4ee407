// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <vector>

#include "base/shape.h"

namespace mica::ops {

// Where the elements of a result come from, for every operator that only moves them: along each axis of the result,
// index i takes the source's element
//
//     start + (i - first) * stride
//
// where the parts of all axes add up, and source and result count their elements in row-major order. Outside
// [first, last) no element is taken: the result has the fill value there.
struct MovementAxis {
  int size = 1;
  int stride = 0;
  int start = 0;
  int first = 0;
  int last = 1;

  friend bool operator==(const MovementAxis&, const MovementAxis&) = default;
};

struct Movement {
  std::vector<MovementAxis> axes;  // Outermost first. Axes of size 1 may stand anywhere.
  float fill = 0.0f;
};

// An axis whose every index takes an element.
MovementAxis TakenAxis(int size, int stride, int start = 0);

// How far neighbours along each axis lie apart in row-major order.
std::vector<int> RowMajorStrides(const Shape& shape);

// The same movement counted in slices of 4 channels, where every slice of the result is one whole slice of the source:
// four times less to do, and no channel is picked out of its slice.
std::optional<Movement> InSlices(const Movement& movement, const Shape& source, const Shape& result);

// Axes that are walked as one: those of size 1 vanish, and neighbours that continue each other merge.
struct MergedMovement {
  std::vector<MovementAxis> axes;  // `start` is 0 in all: the origin has it.
  int origin = 0;                  // What index 0 of all axes takes, negative where that is a fill value.
};
MergedMovement Merge(const Movement& movement);

}  // namespace mica::ops
