// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <algorithm>
#include <array>

#include "operator/host_tensor.h"

// What the references of all operators that only move elements are written with.
namespace mica::ops {

using Index = std::array<int, Shape::kMaxRank>;

// Calls visit(index) for every index of the shape, in row-major order.
template <typename Visit>
void ForEachIndex(const Shape& shape, Visit visit) {
  Index index{};
  for (std::int64_t left = shape.elements(); left > 0; --left) {
    visit(static_cast<const Index&>(index));
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
      int& position = index[static_cast<std::size_t>(axis)];
      if (++position < shape[axis]) break;
      position = 0;
    }
  }
}

// Copies one element of any type; offsets count elements.
inline void CopyElement(const HostTensor& source, std::int64_t from, HostTensor& result, std::int64_t to) {
  const std::size_t bytes = ElementBytes(source.desc().type);
  const auto element = source.bytes().subspan(static_cast<std::size_t>(from) * bytes, bytes);
  std::ranges::copy(element, result.bytes().subspan(static_cast<std::size_t>(to) * bytes, bytes).begin());
}

}  // namespace mica::ops
