// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/reshape/new_shape.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/align.h"
#include "ops/movement/shape_inputs.h"

namespace mica::ops {
namespace {

constexpr std::int64_t kStretch = -1;

// Without the dimensions that are -1, and without zeros where asked; nothing where it overflows.
template <typename Dims>
std::optional<std::int64_t> Product(const Dims& dims, bool skip_zeros) {
  std::int64_t product = 1;
  for (const std::int64_t size : dims) {
    if (size == kStretch || (size == 0 && skip_zeros)) continue;
    const std::optional<std::int64_t> next = CheckedMultiply(product, size);
    if (!next.has_value()) return std::nullopt;
    product = *next;
  }
  return product;
}

// What the dimension that is -1 becomes; nothing where no size fits.
std::optional<std::int64_t> StretchedSize(const Shape& source, std::span<const std::int64_t> dims) {
  // [0, 3] as [0, -1]: every size fits. TFLite takes the one that fits the dimensions that are not 0.
  const bool skip_zeros = source.elements() == 0 && Product(dims, /*skip_zeros=*/false) == 0;
  const std::optional<std::int64_t> elements = Product(source.dims(), skip_zeros);
  const std::optional<std::int64_t> known = Product(dims, skip_zeros);
  if (!elements || !known || *known <= 0 || *elements % *known != 0) return std::nullopt;
  return *elements / *known;
}

}  // namespace

Result<Shape> Reshaped(const Shape& source, std::span<const std::int64_t> dims) {
  std::vector<std::int64_t> sizes(dims.begin(), dims.end());
  const auto misfit = [&] {
    return InvalidModel("{} elements of {} do not fit the new shape [{}].", source.elements(), ToString(source),
                        fmt::join(dims, ", "));
  };
  if (std::ranges::count(dims, kStretch) > 1) return misfit();
  if (const auto stretch = std::ranges::find(sizes, kStretch); stretch != sizes.end()) {
    const std::optional<std::int64_t> size = StretchedSize(source, dims);
    if (!size.has_value()) return misfit();
    *stretch = *size;
  }
  ASSIGN_OR_RETURN(const Shape shape, CheckedShape(sizes));
  if (shape.elements() != source.elements()) return misfit();
  return shape;
}

Result<Shape> Squeezed(const Shape& source, std::span<const int> axes) {
  std::vector<bool> drop(static_cast<std::size_t>(source.rank()), false);
  for (const int given : axes) {
    ASSIGN_OR_RETURN(const int axis, ResolveAxis(given, source.rank()));
    if (source[axis] != 1) {
      return InvalidModel("axis {} of {} is to be dropped; its size is not 1.", given, ToString(source));
    }
    drop[static_cast<std::size_t>(axis)] = true;
  }
  std::vector<int> dims;
  for (int axis = 0; axis < source.rank(); ++axis) {
    const bool dropped = axes.empty() ? source[axis] == 1 : drop[static_cast<std::size_t>(axis)];
    if (!dropped) dims.push_back(source[axis]);
  }
  return Shape(dims);
}

Result<Shape> Expanded(const Shape& source, std::int64_t axis) {
  ASSIGN_OR_RETURN(const int at, ResolveAxis(axis, source.rank() + 1));
  std::vector<std::int64_t> dims(source.dims().begin(), source.dims().end());
  dims.insert(dims.begin() + at, 1);
  return CheckedShape(dims);
}

}  // namespace mica::ops
