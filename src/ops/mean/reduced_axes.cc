// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/mean/reduced_axes.h"

namespace mica::ops {

Result<AxisMask> ReadReducedAxes(const NodeView& node) {
  const graph::Value& axes = node.input(1);
  if (axes.desc.type != DataType::kInt32 && axes.desc.type != DataType::kInt64) {
    return InvalidModel("the axes are {}; they must be integers.", ToString(axes.desc.type));
  }
  if (!axes.is_constant()) return Unsupported("the axes are computed at run time; only constant axes are possible.");
  const int rank = node.input(0).desc.shape.rank();
  AxisMask reduced{};
  if (rank == 0) return reduced;  // LiteRT lets a scalar name any axis.
  for (const int axis : ReadConstant<int>(*axes.constant, axes.desc.type)) {
    const int from_left = axis < 0 ? axis + rank : axis;
    if (from_left < 0 || from_left >= rank) {
      return InvalidModel("axis {} is not an axis of the input, which has rank {}.", axis, rank);
    }
    reduced[static_cast<std::size_t>(from_left)] = true;
  }
  return reduced;
}

Shape Reduce(const Shape& shape, const AxisMask& reduced, bool keep_dims) {
  std::vector<int> dims;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const bool is_reduced = reduced[static_cast<std::size_t>(axis)];
    if (!is_reduced || keep_dims) dims.push_back(is_reduced ? 1 : shape[axis]);
  }
  return Shape(dims);
}

std::optional<AxisMask> CollapseMask(const Shape& shape, const AxisMask& reduced) {
  const int leading = std::max(shape.rank() - 3, 0);
  bool any_kept = false;
  AxisMask mask{};
  for (int axis = 0; axis < leading; ++axis) {
    if (shape[axis] == 1) continue;  // Kept or reduced, it makes no difference to the batch.
    (reduced[static_cast<std::size_t>(axis)] ? mask[0] : any_kept) = true;
  }
  if (mask[0] && any_kept) return std::nullopt;
  for (int axis = leading; axis < shape.rank(); ++axis) {
    mask[static_cast<std::size_t>(axis - shape.rank() + 4)] = reduced[static_cast<std::size_t>(axis)];
  }
  return mask;
}

Shape GpuView(const Shape& shape) {
  return {shape.batch(), shape.height(), shape.width(), shape.channels()};
}

}  // namespace mica::ops
