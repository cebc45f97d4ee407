// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/movement.h"

#include <algorithm>
#include <span>

#include "base/align.h"

namespace mica::ops {
namespace {

bool AllDivideBy(std::span<const MovementAxis> axes, int divisor) {
  return std::ranges::all_of(
      axes, [&](const MovementAxis& axis) { return axis.stride % divisor == 0 && axis.start % divisor == 0; });
}

// The outer axes of a movement, where offsets counted in pixels of `from` units become pixels of `to` units.
std::vector<MovementAxis> Rescale(std::span<const MovementAxis> axes, int from, int to) {
  std::vector<MovementAxis> rescaled(axes.begin(), axes.end());
  for (MovementAxis& axis : rescaled) {
    axis.stride = axis.stride / from * to;
    axis.start = axis.start / from * to;
  }
  return rescaled;
}

bool IsContiguous(const MovementAxis& axis) {
  return axis.stride == 1 || axis.size == 1;
}

// Channels stay channels: whole pixels move, or whole slices of them.
std::optional<Movement> MovePixels(const Movement& movement, const Shape& source, const Shape& result) {
  const auto outer = std::span(movement.axes).first(movement.axes.size() - 1);
  const MovementAxis& channels = movement.axes.back();
  const int taken = channels.last - channels.first;
  if (channels.size != result.channels() || !IsContiguous(channels)) return std::nullopt;
  if (channels.start + taken > source.channels() || !AllDivideBy(outer, source.channels())) return std::nullopt;
  if (channels.start % 4 != 0 || channels.first % 4 != 0) return std::nullopt;

  // A slice that is taken in part ends with lanes that the source does not own. They must not matter, ...
  const bool at_the_end = channels.last == channels.size || channels.last % 4 == 0;
  // ... or be the source's padding lanes, which are 0 as the fill value is.
  const bool zeros_follow = channels.start + taken == source.channels() && movement.fill == 0.0f;
  if (!at_the_end && !zeros_follow) return std::nullopt;

  Movement slices{.axes = Rescale(outer, source.channels(), source.slices()), .fill = movement.fill};
  slices.axes.push_back({.size = result.slices(),
                         .stride = 1,
                         .start = channels.start / 4,
                         .first = channels.first / 4,
                         .last = DivideRoundUp(channels.last, 4)});
  return slices;
}

// Channels need not stay channels, but every four neighbours stay together.
std::optional<Movement> MoveFours(const Movement& movement, const Shape& source, const Shape& result) {
  const auto outer = std::span(movement.axes).first(movement.axes.size() - 1);
  const MovementAxis& inner = movement.axes.back();
  if (source.channels() % 4 != 0 || result.channels() % 4 != 0 || !AllDivideBy(outer, 4)) return std::nullopt;
  if (inner.stride != 1) return std::nullopt;
  for (const int number : {inner.size, inner.start, inner.first, inner.last}) {
    if (number % 4 != 0) return std::nullopt;
  }
  Movement fours{.axes = Rescale(outer, 4, 1), .fill = movement.fill};
  fours.axes.push_back({.size = inner.size / 4,
                        .stride = 1,
                        .start = inner.start / 4,
                        .first = inner.first / 4,
                        .last = inner.last / 4});
  return fours;
}

// Whether walking `inner` for every index of `outer` is one walk with inner's stride.
bool Continues(const MovementAxis& outer, const MovementAxis& inner) {
  return inner.first == 0 && inner.last == inner.size && outer.stride == inner.stride * inner.size;
}

}  // namespace

MovementAxis TakenAxis(int size, int stride, int start) {
  return {.size = size, .stride = stride, .start = start, .first = 0, .last = size};
}

std::vector<int> RowMajorStrides(const Shape& shape) {
  std::vector<int> strides(static_cast<std::size_t>(shape.rank()), 1);
  for (int axis = shape.rank() - 2; axis >= 0; --axis) {
    strides[static_cast<std::size_t>(axis)] = strides[static_cast<std::size_t>(axis + 1)] * shape[axis + 1];
  }
  return strides;
}

std::optional<Movement> InSlices(const Movement& movement, const Shape& source, const Shape& result) {
  if (movement.axes.empty()) return InSlices({{TakenAxis(1, 1)}, movement.fill}, source, result);
  const std::optional<Movement> pixels = MovePixels(movement, source, result);
  return pixels.has_value() ? pixels : MoveFours(movement, source, result);
}

MergedMovement Merge(const Movement& movement) {
  MergedMovement merged;
  for (MovementAxis axis : movement.axes) {
    merged.origin += axis.start - axis.first * axis.stride;
    axis.start = 0;
    if (axis.size == 1) continue;
    if (merged.axes.empty() || !Continues(merged.axes.back(), axis)) {
      merged.axes.push_back(axis);
      continue;
    }
    MovementAxis& outer = merged.axes.back();
    outer.size *= axis.size;
    outer.stride = axis.stride;
    outer.first *= axis.size;
    outer.last *= axis.size;
  }
  return merged;
}

}  // namespace mica::ops
