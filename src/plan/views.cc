// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/views.h"

#include <array>

namespace mica::plan {
namespace {

// As memory counts a sliced tensor: batch, slice, row, column.
std::array<int, 4> MemoryDims(const Shape& shape) {
  return {shape.batch(), shape.slices(), shape.height(), shape.width()};
}

// The same elements in the same order, only rows and columns are counted differently.
bool HasSameMemory(const Shape& a, const Shape& b) {
  return a.batch() == b.batch() && a.channels() == b.channels() && a.height() * a.width() == b.height() * b.width();
}

// Its first and its last slice hold channels of no other piece, and its padding lanes are those of the whole.
bool HasWholeSlices(const Piece& piece, const Shape& part, const Shape& whole) {
  const bool ends_in_whole_slice = part.channels() % 4 == 0 || piece.channel + part.channels() == whole.channels();
  return piece.channel % 4 == 0 && ends_in_whole_slice;
}

// One stretch: it spans all axes inside of one, and a single index of all those outside.
bool IsOneStretch(const std::array<int, 4>& part, const std::array<int, 4>& whole) {
  std::size_t axis = 0;
  while (axis < part.size() && part[axis] == 1) ++axis;
  for (++axis; axis < part.size(); ++axis) {
    if (part[axis] != whole[axis]) return false;
  }
  return true;
}

}  // namespace

std::optional<std::size_t> FindPieceOffset(const Piece& piece, const kernel::TensorType& part,
                                           const kernel::TensorType& whole) {
  const auto is_sliced_buffer = [](const kernel::TensorType& type) {
    return type.layout == kernel::Layout::kSliced && type.storage == kernel::Storage::kBuffer;
  };
  if (!is_sliced_buffer(part) || !is_sliced_buffer(whole) || part.element != whole.element) return std::nullopt;
  if (HasSameMemory(part.shape, whole.shape)) return 0;
  const std::array<int, 4> part_dims = MemoryDims(part.shape);
  const std::array<int, 4> whole_dims = MemoryDims(whole.shape);
  const std::array<int, 4> first = {piece.batch, piece.channel / 4, piece.y, piece.x};
  std::size_t index = 0;
  for (std::size_t axis = 0; axis < first.size(); ++axis) {
    if (first[axis] + part_dims[axis] > whole_dims[axis]) return std::nullopt;
    index = index * static_cast<std::size_t>(whole_dims[axis]) + static_cast<std::size_t>(first[axis]);
  }
  if (!HasWholeSlices(piece, part.shape, whole.shape) || !IsOneStretch(part_dims, whole_dims)) return std::nullopt;
  const std::size_t element_bytes = part.element == kernel::ElementType::kFloat32 ? 4 : 2;
  return index * 4 * element_bytes;
}

}  // namespace mica::plan
