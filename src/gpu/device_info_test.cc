// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/device_info.h"

#include <gtest/gtest.h>

namespace mica::gpu {
namespace {

TEST(WithMinimumLimitsTest, CutsALargeDeviceDownToTheGuarantee) {
  const DeviceInfo large{.name = "large",
                         .max_storage_buffers = 96,
                         .max_storage_images = 32,
                         .max_image_size = 32768,
                         .max_image_layers = 2048,
                         .max_buffer_bytes = std::size_t{2} << 30,
                         .buffer_offset_alignment = 16,
                         .max_group_invocations = 1024,
                         .max_group_size = {1024, 1024, 64},
                         .shared_memory_bytes = 49152};
  const DeviceInfo cut = WithMinimumLimits(large);
  EXPECT_EQ(cut.name, "large");
  EXPECT_EQ(cut.max_storage_buffers, 4);
  EXPECT_EQ(cut.max_storage_images, 4);
  EXPECT_EQ(cut.max_image_size, 2048);
  EXPECT_EQ(cut.max_image_layers, 256);
  EXPECT_EQ(cut.buffer_offset_alignment, 256u);  // The strictest that the standard allows.
  EXPECT_EQ(cut.max_group_invocations, 128);
  EXPECT_EQ(cut.max_group_size[0], 128);
  EXPECT_EQ(cut.shared_memory_bytes, 16384u);
}

TEST(WithMinimumLimitsTest, NeverPromisesMoreThanTheDevice) {
  EXPECT_EQ(WithMinimumLimits({.max_buffer_bytes = 4096}).max_buffer_bytes, 4096u);
}

TEST(WithoutFeaturesTest, TakesAwayWhatBelongsToAFeatureToo) {
  const DeviceInfo all{.features = {kAllFeatures.begin(), kAllFeatures.end()},
                       .subgroup_size = 32,
                       .matrix_shapes = {{.m = 16, .n = 16, .k = 16}}};
  const DeviceInfo some = WithoutFeatures(all, {Feature::kSubgroups, Feature::kCooperativeMatrix});
  EXPECT_TRUE(some.has(Feature::kHalfStorage));
  EXPECT_FALSE(some.has(Feature::kSubgroups));
  EXPECT_EQ(some.subgroup_size, 0);
  EXPECT_TRUE(some.matrix_shapes.empty());
  EXPECT_EQ(WithoutFeatures(all, {}).subgroup_size, 32);
}

TEST(FeatureNameTest, EveryFeatureIsFoundByItsName) {
  for (const Feature feature : kAllFeatures) EXPECT_EQ(FindFeature(FeatureName(feature)), feature);
  EXPECT_EQ(FindFeature("fp17-storage"), std::nullopt);
}

}  // namespace
}  // namespace mica::gpu
