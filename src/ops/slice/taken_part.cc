// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/slice/taken_part.h"

#include "ops/movement/shape_inputs.h"

namespace mica::ops {

Result<TakenPart> PartOfSlice(const NodeView& slice) {
  const Shape& source = slice.input(0).desc.shape;
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> begins, ReadVector(slice.input(1), "begin", source.rank()));
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> sizes, ReadVector(slice.input(2), "size", source.rank()));
  TakenPart part{.ranges = {}, .result = source};
  for (int axis = 0; axis < source.rank(); ++axis) {
    const std::int64_t begin = begins[static_cast<std::size_t>(axis)];
    const std::int64_t asked = sizes[static_cast<std::size_t>(axis)];
    const std::int64_t count = asked == -1 ? source[axis] - begin : asked;  // -1: all behind begin.
    if (begin < 0 || count < 0 || begin + count > source[axis]) {
      return InvalidModel("{} elements from {} on are to be taken of axis {}, which has {}.", asked, begin, axis,
                          source[axis]);
    }
    part.ranges.push_back({.begin = static_cast<int>(begin), .stride = 1, .count = static_cast<int>(count)});
    part.result.set(axis, static_cast<int>(count));
  }
  return part;
}

Movement MovementOf(const TakenPart& part, const Shape& source) {
  const std::vector<int> strides = RowMajorStrides(source);
  Movement movement;
  for (std::size_t axis = 0; axis < part.ranges.size(); ++axis) {
    const TakenRange& range = part.ranges[axis];
    movement.axes.push_back(TakenAxis(range.count, range.stride * strides[axis], range.begin * strides[axis]));
  }
  return movement;
}

}  // namespace mica::ops
