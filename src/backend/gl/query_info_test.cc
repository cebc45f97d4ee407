// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/query_info.h"

#include "backend/gl/gl_test.h"

namespace mica::gl {
namespace {

using gpu::DeviceKind;
using testing::HasSubstr;

TEST(KindOfRendererTest, KnowsTheUsualNames) {
  EXPECT_EQ(KindOfRenderer("llvmpipe (LLVM 15.0.6, 256 bits)"), DeviceKind::kSoftware);
  EXPECT_EQ(KindOfRenderer("zink (llvmpipe (LLVM 15.0.6, 256 bits))"), DeviceKind::kSoftware);
  EXPECT_EQ(KindOfRenderer("NVIDIA H200/PCIe/SSE2"), DeviceKind::kDiscrete);
  EXPECT_EQ(KindOfRenderer("NVIDIA Tegra Orin (nvgpu)/integrated"), DeviceKind::kIntegrated);
  EXPECT_EQ(KindOfRenderer("Mesa Intel(R) UHD Graphics 770 (ADL-S GT1)"), DeviceKind::kIntegrated);
  EXPECT_EQ(KindOfRenderer("Mali-G78"), DeviceKind::kIntegrated);
  EXPECT_EQ(KindOfRenderer("Adreno (TM) 640"), DeviceKind::kIntegrated);
  EXPECT_EQ(KindOfRenderer("AMD Radeon Graphics (radeonsi)"), DeviceKind::kUnknown);
}

using QueryInfoTest = GlTest;

TEST_F(QueryInfoTest, EveryLimitIsAtLeastWhatEs31Guarantees) {
  const gpu::DeviceInfo minimum;
  const gpu::DeviceInfo& info = device_->info();
  EXPECT_EQ(info.backend, "gl");
  EXPECT_FALSE(info.name.empty());
  EXPECT_THAT(info.driver, HasSubstr("OpenGL ES 3."));
  EXPECT_GE(info.max_storage_buffers, minimum.max_storage_buffers);
  EXPECT_GE(info.max_storage_images, minimum.max_storage_images);
  EXPECT_GE(info.max_sampled_images, minimum.max_sampled_images);
  EXPECT_GE(info.max_image_size, minimum.max_image_size);
  EXPECT_GE(info.max_image_layers, minimum.max_image_layers);
  EXPECT_GE(info.max_buffer_bytes, minimum.max_buffer_bytes);
  EXPECT_LE(info.buffer_offset_alignment, minimum.buffer_offset_alignment);
  EXPECT_GE(info.max_group_invocations, minimum.max_group_invocations);
  EXPECT_GE(info.shared_memory_bytes, minimum.shared_memory_bytes);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_GE(info.max_group_size[axis], minimum.max_group_size[axis]);
    EXPECT_GE(info.max_group_count[axis], minimum.max_group_count[axis]);
  }
  EXPECT_GE(info.compute_units, info.is_software() ? 1 : 0);
}

}  // namespace
}  // namespace mica::gl
