// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// The arithmetic is that of lattice.cc, operation by operation.
#include "ops/resize/resize_kernels.h"

#include "ops/resize/lattice.h"

namespace mica::ops {
namespace {

constexpr std::string_view kBilinearText = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  float from_x = (TO_FLOAT(x) + OFFSET) * SCALE_X - OFFSET;
  float from_y = (TO_FLOAT(y) + OFFSET) * SCALE_Y - OFFSET;
  int left = clamp(TO_INT(floor(from_x)), 0, SRC_WIDTH - 1);
  int right = clamp(TO_INT(ceil(from_x)), 0, SRC_WIDTH - 1);
  int top = clamp(TO_INT(floor(from_y)), 0, SRC_HEIGHT - 1);
  int bottom = clamp(TO_INT(ceil(from_y)), 0, SRC_HEIGHT - 1);
  float right_share = from_x - TO_FLOAT(left);
  float bottom_share = from_y - TO_FLOAT(top);

  float4 upper = src_read(b, left, top, slice) * (1.0 - right_share) + src_read(b, right, top, slice) * right_share;
  float4 lower =
      src_read(b, left, bottom, slice) * (1.0 - right_share) + src_read(b, right, bottom, slice) * right_share;
  dst_write(upper * (1.0 - bottom_share) + lower * bottom_share, b, x, y, slice);
}
)";

constexpr std::string_view kNearestText = R"(
int nearest(int at, float scale, int size) {
  float position = (TO_FLOAT(at) + OFFSET) * scale;
  float pixel = floor(position);
#if ROUNDS
  if (position - pixel >= 0.5) pixel = pixel + 1.0;
#endif
  return clamp(TO_INT(pixel), 0, size - 1);
}

KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;
  dst_write(src_read(b, nearest(x, SCALE_X, SRC_WIDTH), nearest(y, SCALE_Y, SRC_HEIGHT), slice), b, x, y, slice);
}
)";

KernelRequest MakeResizeKernel(std::string name, std::string_view text, const NodeView& node) {
  const Lattice columns = LatticeOfColumns(node);
  const Shape& result = node.output(0).desc.shape;
  return {.name = std::move(name),
          .text = std::string(text),
          .definitions = {{"SCALE_X", columns.scale()},
                          {"SCALE_Y", LatticeOfRows(node).scale()},
                          {"OFFSET", columns.offset()},
                          {"ROUNDS", columns.attributes.align_corners ? 1 : 0}},
          .reads = {{"src", &node.input(0)}},
          .writes = {{"dst", &node.output(0)}},
          .grid = {result.width(), result.height(), result.slices() * result.batch()}};
}

}  // namespace

Status LowerBilinear(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  sequence.Add(MakeResizeKernel("resize_bilinear", kBilinearText, node));
  return Ok();
}

Status LowerNearest(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  sequence.Add(MakeResizeKernel("resize_nearest", kNearestText, node));
  return Ok();
}

}  // namespace mica::ops
