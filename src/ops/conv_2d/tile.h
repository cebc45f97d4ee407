// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstdint>

#include "gpu/device_info.h"

namespace mica::ops {

// How a work group shares a convolution. Its invocations stand in a box of pixel_lanes x slice_lanes x parts. Each adds
// up, for `pixels` pixels x `slices` slices, the terms of its part: every tap_parts-th tap of the window, every
// slice_parts-th input slice. The parts are added in shared memory. At batch 1 the latency of a chain of loads is what
// costs on a large GPU, so short chains in many parts win over large tiles.
struct Tile {
  int pixel_lanes = 8;
  int pixels = 4;
  int slice_lanes = 4;
  int slices = 2;
  int tap_parts = 1;
  int slice_parts = 1;

  int parts() const { return tap_parts * slice_parts; }
  int tile_pixels() const { return pixel_lanes * pixels; }
  int tile_slices() const { return slice_lanes * slices; }
  std::array<int, 3> group_size() const { return {pixel_lanes, slice_lanes, parts()}; }
  int invocations() const { return pixel_lanes * slice_lanes * parts(); }
  // Float4s of shared memory that adding up takes.
  int shared_float4s() const { return parts() == 1 ? 0 : parts() * tile_pixels() * tile_slices(); }

  friend bool operator==(const Tile&, const Tile&) = default;
};

// A convolution as a matrix product: `taps` x `input_slices` terms for each of pixels x output_slices.
struct ProductShape {
  int pixels = 1;
  int output_slices = 1;
  int taps = 1;
  int input_slices = 1;
};

Tile ChooseTile(const ProductShape& shape, const gpu::DeviceInfo& device);

}  // namespace mica::ops
