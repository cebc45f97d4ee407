// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/tile.h"

#include <gtest/gtest.h>

namespace mica::ops {
namespace {

const gpu::DeviceInfo kLarge{.kind = gpu::DeviceKind::kDiscrete,
                             .max_group_invocations = 1024,
                             .max_group_size = {1024, 1024, 64},
                             .shared_memory_bytes = 49152};

TEST(TileTest, EveryShapeFitsTheLeastThatADeviceGuarantees) {
  const gpu::DeviceInfo least;
  for (const gpu::DeviceInfo& device : {least, kLarge}) {
    for (const int pixels : {1, 2, 7, 49, 196, 12544}) {
      for (const int slices : {1, 3, 8, 128, 320}) {
        for (const int taps : {1, 9, 25}) {
          const Tile tile =
              ChooseTile({.pixels = pixels, .output_slices = slices, .taps = taps, .input_slices = slices}, device);
          EXPECT_LE(tile.invocations(), device.max_group_invocations);
          EXPECT_LE(tile.shared_float4s() * 16, static_cast<int>(device.shared_memory_bytes));
          EXPECT_LE(tile.tap_parts, taps);
          EXPECT_LE(tile.slice_parts, slices);
        }
      }
    }
  }
}

TEST(TileTest, SmallImagesOfManyChannelsAreSplitIntoMoreParts) {
  const Tile large = ChooseTile({.pixels = 12544, .output_slices = 16, .input_slices = 8}, kLarge);
  const Tile small = ChooseTile({.pixels = 49, .output_slices = 256, .input_slices = 256}, kLarge);
  EXPECT_LT(large.parts(), small.parts());
}

TEST(TileTest, OnePixelIsSharedByManyParts) {
  const Tile tile = ChooseTile({.pixels = 1, .output_slices = 250, .input_slices = 256}, kLarge);
  EXPECT_EQ(tile.tile_pixels(), 1);
  EXPECT_EQ(tile.parts(), 32);
}

}  // namespace
}  // namespace mica::ops
