// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/box.h"

#include <fmt/format.h>

#include <utility>

namespace mica::ops {
namespace {

constexpr std::string_view kText = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  float4 value = FLOAT4(FILL);
  if (x >= FIRST_X && x < LAST_X && y >= FIRST_Y && y < LAST_Y && slice >= FIRST_SLICE && slice < LAST_SLICE &&
      b >= FIRST_B && b < LAST_B) {
    value = src_read(b + SHIFT_B, x + SHIFT_X, y + SHIFT_Y, slice + SHIFT_SLICE);
  }
  dst_write(value, b, x, y, slice);
}
)";

constexpr std::array kAxisNames = {"B", "Y", "X", "SLICE"};

}  // namespace

std::optional<Box> FindBox(const Movement& in_slices, const Shape& source, const Shape& result) {
  const std::size_t rank = in_slices.axes.size();
  Box box{.axes = {}, .fill = in_slices.fill};
  if (rank > box.axes.size() || std::cmp_not_equal(rank, source.rank()) || source.rank() != result.rank()) {
    return std::nullopt;
  }
  int stride = 1;  // Of the source, in slices.
  for (std::size_t inner = 0; inner < rank; ++inner) {
    const MovementAxis& axis = in_slices.axes[rank - 1 - inner];
    const int size = inner == 0 ? source.slices() : source[static_cast<int>(rank - 1 - inner)];
    const int start = axis.start / stride;
    const bool stays = axis.start % stride == 0 && (axis.stride == stride || axis.size == 1);
    if (!stays || start < 0 || start + axis.last - axis.first > size) return std::nullopt;
    box.axes[box.axes.size() - 1 - inner] = {.shift = start - axis.first, .first = axis.first, .last = axis.last};
    stride *= size;
  }
  return box;
}

KernelRequest MakeBoxKernel(std::string name, const graph::Value& source, const graph::Value& result, const Box& box) {
  const Shape& shape = result.desc.shape;
  KernelRequest request{.name = std::move(name),
                        .text = std::string(kText),
                        .definitions = {{"FILL", box.fill}},
                        .reads = {{"src", &source}},
                        .writes = {{"dst", &result}},
                        .grid = {shape.width(), shape.height(), shape.slices() * shape.batch()}};
  for (std::size_t i = 0; i < box.axes.size(); ++i) {
    request.definitions.emplace_back(fmt::format("SHIFT_{}", kAxisNames[i]), box.axes[i].shift);
    request.definitions.emplace_back(fmt::format("FIRST_{}", kAxisNames[i]), box.axes[i].first);
    request.definitions.emplace_back(fmt::format("LAST_{}", kAxisNames[i]), box.axes[i].last);
  }
  return request;
}

}  // namespace mica::ops
