// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/query_info.h"

#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

using testing::HasSubstr;

TEST(KindOfTest, OnlyTheCpuIsSoftware) {
  EXPECT_EQ(KindOf(VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU), gpu::DeviceKind::kDiscrete);
  EXPECT_EQ(KindOf(VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU), gpu::DeviceKind::kIntegrated);
  EXPECT_EQ(KindOf(VK_PHYSICAL_DEVICE_TYPE_CPU), gpu::DeviceKind::kSoftware);
  EXPECT_EQ(KindOf(VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU), gpu::DeviceKind::kUnknown);
}

TEST(VendorNameTest, UnknownVendorsAreNumbers) {
  EXPECT_EQ(VendorName(0x10de), "NVIDIA");
  EXPECT_EQ(VendorName(0x1234), "vendor 0x1234");
}

using QueryInfoTest = VulkanTest;

TEST_F(QueryInfoTest, EveryLimitIsAtLeastWhatEs31Guarantees) {
  const gpu::DeviceInfo minimum;
  const gpu::DeviceInfo& info = device_->info();
  EXPECT_EQ(info.backend, "vulkan");
  EXPECT_EQ(info.language, gpu::Language::kGlslVulkan);
  EXPECT_FALSE(info.name.empty());
  EXPECT_THAT(info.driver, HasSubstr("Vulkan 1."));
  EXPECT_GE(info.max_storage_buffers, minimum.max_storage_buffers);
  EXPECT_GE(info.max_storage_images, minimum.max_storage_images);
  EXPECT_GE(info.max_buffers_and_storage_images, minimum.max_buffers_and_storage_images);
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
  EXPECT_GT(info.memory_bytes, 0u);
}

TEST_F(QueryInfoTest, SubgroupsAndMatricesComeWithTheirSizes) {
  const gpu::DeviceInfo& info = device_->info();
  EXPECT_EQ(info.has(gpu::Feature::kSubgroups), info.subgroup_size > 0);
  EXPECT_EQ(info.has(gpu::Feature::kCooperativeMatrix), !info.matrix_shapes.empty());
}

// What a program may use that has the feature, and that its device must have been created with.
struct FeatureProgram {
  gpu::Feature feature;
  std::string extensions;
  std::string body;
};

class FeatureTest : public VulkanTest, public testing::WithParamInterface<FeatureProgram> {};

TEST_P(FeatureTest, AProgramMayUseIt) {
  const auto& [feature, extensions, body] = GetParam();
  if (!device_->info().has(feature)) GTEST_SKIP() << "The device has no " << gpu::FeatureName(feature) << ".";
  const auto program = device_->Compile({.name = "feature",
                                         .language = gpu::Language::kGlslVulkan,
                                         .text = "#version 450\n" + extensions + body,
                                         .group_size = {32, 1, 1},
                                         .bindings = {gpu::BindingKind::kWriteBuffer}});
  ASSERT_TRUE(program.has_value()) << MessageOf(program);
  const auto buffer = MakeBuffer(*device_, std::vector<float>(64, 0));
  const gpu::Dispatch dispatch = {.program = program->get(), .bindings = {Whole(buffer)}};
  const Status status = RunOnce(*device_, {&dispatch, 1});
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(ReadFloats(*device_, *buffer)[0], 1.5f);
}

INSTANTIATE_TEST_SUITE_P(
    AllFeatures, FeatureTest,
    testing::Values(FeatureProgram{gpu::Feature::kHalfStorage, "#extension GL_EXT_shader_16bit_storage : require\n",
                                   R"(layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer A { float16_t halves[2]; };
void main() {  // 1.5f is 0x3fc00000: the half 0 and the half 1.9375.
  if (gl_LocalInvocationIndex == 0u) { halves[0] = float16_t(0.0); halves[1] = float16_t(1.9375); }
}
)"},
                    FeatureProgram{gpu::Feature::kHalfArithmetic,
                                   "#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require\n",
                                   R"(layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer A { float value[]; };
void main() {
  float16_t half_value = float16_t(value[1]) + float16_t(1.5);
  value[gl_LocalInvocationIndex] = float(half_value);
}
)"},
                    FeatureProgram{gpu::Feature::kByteStorage, "#extension GL_EXT_shader_8bit_storage : require\n",
                                   R"(layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer A { uint8_t bytes[4]; };
void main() {
  if (gl_LocalInvocationIndex == 0u) { bytes[2] = uint8_t(0xc0u); bytes[3] = uint8_t(0x3fu); }
}
)"},
                    FeatureProgram{gpu::Feature::kSubgroups,
                                   "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
                                   "#extension GL_KHR_shader_subgroup_shuffle : require\n",
                                   R"(layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer A { float value[]; };
void main() {
  float sum = subgroupAdd(gl_SubgroupInvocationID == 0u ? 1.0 : 0.0);
  value[gl_LocalInvocationIndex] = subgroupShuffle(sum, 0u) + 0.5;
}
)"}),
    [](const auto& program) {
      std::string name(gpu::FeatureName(program.param.feature));
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace mica::vulkan
