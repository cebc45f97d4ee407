// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/tile.h"

#include <algorithm>
#include <bit>

#include "base/align.h"

namespace mica::ops {
namespace {

int FloorPowerOfTwo(int value) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(value, 1))));
}

int CeilPowerOfTwo(int value) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(value, 1))));
}

}  // namespace

Tile ChooseTile(const ProductShape& shape, const gpu::DeviceInfo& device) {
  constexpr int kLanes = 32;                   // A subgroup of most GPUs: what shares loads.
  constexpr int kWantedInvocations = 1 << 17;  // Keeps a large GPU's schedulers busy.
  Tile tile;
  if (shape.pixels == 1) {  // A product with a vector: every weight is read once, and all that helps is parts.
    tile = {.pixel_lanes = 1, .pixels = 1, .slice_lanes = 8, .slices = 1};
  } else {
    tile.pixel_lanes = std::min(4, CeilPowerOfTwo(shape.pixels));
    tile.slice_lanes = std::min(kLanes / tile.pixel_lanes, CeilPowerOfTwo(shape.output_slices));
    tile.pixels = std::clamp(DivideRoundUp(shape.pixels, tile.pixel_lanes), 1, 2);
    tile.slices = std::clamp(DivideRoundUp(shape.output_slices, tile.slice_lanes), 1, 2);
  }
  const int tiles =
      DivideRoundUp(shape.pixels, tile.tile_pixels()) * DivideRoundUp(shape.output_slices, tile.tile_slices());
  const int lanes = tile.pixel_lanes * tile.slice_lanes;
  const int shared_float4s = static_cast<int>(device.shared_memory_bytes / 16);
  const int most_parts =
      std::min({device.max_group_invocations / lanes, device.max_group_size[2], shape.pixels == 1 ? 32 : 16,
                shared_float4s / (tile.tile_pixels() * tile.tile_slices())});
  const int wanted_parts = std::clamp(kWantedInvocations / std::max(1, tiles * lanes), 1, std::max(1, most_parts));
  tile.slice_parts = FloorPowerOfTwo(std::min(wanted_parts, shape.input_slices));
  while (tile.slice_parts > 1 && tile.slice_parts * 2 > shape.input_slices * shape.taps) tile.slice_parts /= 2;
  const bool has_room = tile.slice_parts * 3 <= most_parts && wanted_parts >= tile.slice_parts * 2;
  if (shape.taps >= 9 && has_room) tile.tap_parts = 3;
  return tile;
}

}  // namespace mica::ops
