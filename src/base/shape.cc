// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/check.h"

namespace mica {

Shape::Shape(std::span<const int> dims) : rank_(static_cast<int>(dims.size())) {
  MICA_CHECK(rank_ <= kMaxRank, "rank {}; at most {} is possible.", rank_, kMaxRank);
  std::ranges::copy(dims, dims_.begin());
}

std::int64_t Shape::elements() const {
  std::int64_t count = 1;
  for (const int size : dims()) count *= size;
  return count;
}

int Shape::batch() const {
  int batch = 1;
  for (int axis = 0; axis < rank_ - 3; ++axis) batch *= dims_[static_cast<std::size_t>(axis)];
  return batch;
}

std::int64_t Shape::OffsetOf(std::span<const int> indices) const {
  std::int64_t offset = 0;
  for (int axis = 0; axis < rank_; ++axis) {
    offset = offset * dims_[static_cast<std::size_t>(axis)] + indices[static_cast<std::size_t>(axis)];
  }
  return offset;
}

bool operator==(const Shape& a, const Shape& b) {
  return std::ranges::equal(a.dims(), b.dims());
}

std::string ToString(const Shape& shape) {
  return fmt::format("[{}]", fmt::join(shape.dims(), ", "));
}

bool Broadcast(const Shape& a, const Shape& b, Shape* result) {
  const int rank = std::max(a.rank(), b.rank());
  std::array<int, Shape::kMaxRank> dims{};
  for (int axis = 0; axis < rank; ++axis) {
    const int in_a = axis - (rank - a.rank());
    const int in_b = axis - (rank - b.rank());
    const int size_a = in_a < 0 ? 1 : a[in_a];
    const int size_b = in_b < 0 ? 1 : b[in_b];
    if (size_a != size_b && size_a != 1 && size_b != 1) return false;
    dims[static_cast<std::size_t>(axis)] = size_a == 1 ? size_b : size_a;
  }
  *result = Shape(std::span<const int>(dims.data(), static_cast<std::size_t>(rank)));
  return true;
}

}  // namespace mica
