// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/vulkan_device.h"

#include <limits>
#include <thread>

#include "backend/vulkan/vulkan_test.h"
#include "base/align.h"

namespace mica::vulkan {
namespace {

using gpu::BindingKind;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

using VulkanDeviceTest = VulkanWaysTest;

TEST_P(VulkanDeviceTest, AddsTwoBuffers) {
  const auto program = Compile(AddSource());
  const auto a = MakeBuffer(*device_, {1, 2, 3, 4});
  const auto b = MakeBuffer(*device_, {10, 20, 30, 40});
  const auto c = MakeBuffer(*device_, {0, 0, 0, 0});
  const gpu::Dispatch add = {.program = program.get(), .bindings = {Whole(a), Whole(b), Whole(c)}};

  const Status status = RunOnce(*device_, {&add, 1});

  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(*device_, *c), ElementsAre(11, 22, 33, 44));
}

TEST_P(VulkanDeviceTest, RangesBeginAtTheirOffset) {
  const std::size_t step = AlignUp(16, device_->info().buffer_offset_alignment);
  const auto program = Compile(AddSource());
  const auto memory = *device_->CreateBuffer(3 * step + 16);
  const std::vector<float> first = {1, 2, 3, 4};
  const std::vector<float> second = {5, 6, 7, 8};
  ASSERT_TRUE(device_->Write(*memory, step, std::as_bytes(std::span(first))).ok());
  ASSERT_TRUE(device_->Write(*memory, 2 * step, std::as_bytes(std::span(second))).ok());
  const auto range = [&](std::size_t i) { return gpu::BufferRange{memory.get(), i * step, 16}; };
  const gpu::Dispatch add = {.program = program.get(), .bindings = {range(1), range(2), range(3)}};

  const Status status = RunOnce(*device_, {&add, 1});

  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(*device_, *memory, 3 * step, 4), ElementsAre(6, 8, 10, 12));
}

TEST_P(VulkanDeviceTest, ABufferBeyondAllMemoryIsRefusedInASentence) {
  const auto buffer = device_->CreateBuffer(std::size_t{1} << 46);
  ASSERT_FALSE(buffer.has_value());
  EXPECT_EQ(buffer.error().code(), StatusCode::kOutOfMemory);
  EXPECT_THAT(MessageOf(buffer), HasSubstr("a buffer of 70368744177664 bytes: the device has at most "));
  EXPECT_TRUE(device_->CreateBuffer(16).has_value()) << "the failure stayed behind";
}

TEST_P(VulkanDeviceTest, TransfersStayInsideTheirBuffer) {
  const auto buffer = MakeBuffer(*device_, {1, 2, 3, 4});
  std::array<std::byte, 8> bytes;
  EXPECT_FALSE(device_->Write(*buffer, 12, bytes).ok());
  EXPECT_FALSE(device_->Read(*buffer, std::numeric_limits<std::size_t>::max() - 3, bytes).ok());
  EXPECT_TRUE(device_->Read(*buffer, 16, {}).ok());
  EXPECT_TRUE(device_->Write(*buffer, 16, {}).ok());
  EXPECT_TRUE(device_->Read(*buffer, 8, bytes).ok());
}

TEST_P(VulkanDeviceTest, AnyThreadMayCallAndFree) {
  constexpr int kThreads = 4;
  std::vector<std::vector<float>> results(kThreads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      const auto program = *device_->Compile(AddSource());
      const auto a = MakeBuffer(*device_, {1, 2, 3, 4});
      const auto b = MakeBuffer(*device_, std::vector<float>(4, static_cast<float>(thread)));
      const auto sum = MakeBuffer(*device_, std::vector<float>(4));
      const gpu::Dispatch add = {.program = program.get(), .bindings = {Whole(a), Whole(b), Whole(sum)}};
      for (int run = 0; run < 20; ++run) EXPECT_TRUE(RunOnce(*device_, {&add, 1}).ok());
      results[static_cast<std::size_t>(thread)] = ReadFloats(*device_, *sum);
    });
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_THAT(results[0], ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(results[3], ElementsAre(4, 5, 6, 7));
}

TEST_P(VulkanDeviceTest, AHeldDeviceKeepsOthersOut) {
  const auto buffer = MakeBuffer(*device_, {1});
  std::thread other;
  std::vector<float> read_by_other;
  {
    const gpu::Hold hold(*device_);
    const gpu::Hold inner(*device_);
    other = std::thread([&] { read_by_other = ReadFloats(*device_, *buffer); });
    const std::vector<float> two = {2};
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // Time in which it could have read 1.
    EXPECT_TRUE(device_->Write(*buffer, 0, std::as_bytes(std::span(two))).ok());
  }
  other.join();
  EXPECT_THAT(read_by_other, ElementsAre(2));
}

TEST_P(VulkanDeviceTest, ABufferMayDieBehindItsLastWrite) {
  for (int i = 0; i < 3; ++i) {
    auto buffer = MakeBuffer(*device_, std::vector<float>(1000, 1));
    buffer.reset();
  }
  const auto next = MakeBuffer(*device_, {5});
  EXPECT_THAT(ReadFloats(*device_, *next), ElementsAre(5));
}

INSTANTIATE_TEST_SUITE_P(AllWays, VulkanDeviceTest, kAllWays, NameOfWays);

class CreateDeviceTest : public VulkanTest {};

TEST_F(CreateDeviceTest, MinimumLimitsHideWhatNotAllDevicesHave) {
  const auto minimum = CreateDevice({.minimum_limits = true});
  ASSERT_TRUE(minimum.has_value()) << MessageOf(minimum);
  EXPECT_EQ((*minimum)->info().max_storage_buffers, 4);
  EXPECT_EQ((*minimum)->info().name, device_->info().name);
  EXPECT_TRUE((*minimum)->info().features.empty());
  gpu::ProgramSource source = AddSource();
  source.group_size = {256, 1, 1};
  EXPECT_THAT(MessageOf((*minimum)->Compile(source)), HasSubstr("the device allows 1 to 128"));
}

TEST_F(CreateDeviceTest, EachFeatureCanBeSwitchedOff) {
  for (const gpu::Feature feature : device_->info().features) {
    const auto device = CreateDevice({.without_features = {feature}});
    ASSERT_TRUE(device.has_value()) << MessageOf(device);
    std::set<gpu::Feature> expected = device_->info().features;
    expected.erase(feature);
    EXPECT_EQ((*device)->info().features, expected);
  }
}

// Images of both formats.
class VulkanImageTest : public VulkanTest, public testing::WithParamInterface<gpu::ImageFormat> {
 protected:
  static constexpr gpu::ImageDesc kSize = {.width = 3, .height = 2, .layers = 5};
  static constexpr std::size_t kTexels = 3 * 2 * 5;

  std::unique_ptr<gpu::Program> Compile(const gpu::ProgramSource& source) {
    auto program = device_->Compile(source);
    EXPECT_TRUE(program.has_value()) << MessageOf(program);
    return program ? *std::move(program) : nullptr;
  }

  std::unique_ptr<gpu::Image> MakeImage() {
    gpu::ImageDesc desc = kSize;
    desc.format = GetParam();
    auto image = device_->CreateImage(desc);
    EXPECT_TRUE(image.has_value()) << MessageOf(image);
    return image ? *std::move(image) : nullptr;
  }

  // Writes (x, y, layer, scale[0]).
  static gpu::ProgramSource WriteSource() {
    return {.name = "write_image",
            .language = gpu::Language::kGlslVulkan,
            .text = fmt::format(R"(#version 450
layout(local_size_x = 1) in;
layout({}, set = 0, binding = 0) writeonly uniform image2DArray image;
layout(std430, set = 0, binding = 1) readonly buffer S {{ float scale[]; }};
void main() {{
  ivec3 at = ivec3(gl_GlobalInvocationID);
  imageStore(image, at, vec4(at, scale[0]));
}}
)",
                                GetParam() == gpu::ImageFormat::kRgba32Float ? "rgba32f" : "rgba16f"),
            .bindings = {BindingKind::kWriteImage, BindingKind::kReadBuffer}};
  }

  // The sum of two images, as a buffer.
  static gpu::ProgramSource ReadSource() {
    return {.name = "read_images",
            .language = gpu::Language::kGlslVulkan,
            .text = R"(#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2DArray first;
layout(std430, set = 0, binding = 1) writeonly buffer D { vec4 texels[]; };
layout(set = 0, binding = 2) uniform sampler2DArray second;
void main() {
  ivec3 at = ivec3(gl_GlobalInvocationID);
  texels[(at.z * 2 + at.y) * 3 + at.x] = texelFetch(first, at, 0) + texelFetch(second, at, 0);
}
)",
            .bindings = {BindingKind::kReadImage, BindingKind::kWriteBuffer, BindingKind::kReadImage}};
  }
};

TEST_P(VulkanImageTest, WhatIsWrittenCanBeRead) {
  const auto write = Compile(WriteSource());
  const auto read = Compile(ReadSource());
  const auto first = MakeImage();
  const auto second = MakeImage();
  const auto half = MakeBuffer(*device_, {0.5f});
  const auto seven = MakeBuffer(*device_, {7});
  const auto texels = MakeBuffer(*device_, std::vector<float>(4 * kTexels));
  const std::vector<gpu::Dispatch> dispatches = {
      {.program = write.get(), .bindings = {first.get(), Whole(half)}, .group_count = {3, 2, 5}},
      {.program = write.get(), .bindings = {second.get(), Whole(seven)}, .group_count = {3, 2, 5}},
      {.program = read.get(),
       .bindings = {first.get(), Whole(texels), second.get()},
       .group_count = {3, 2, 5},
       .barrier_before = true},
  };

  const Status status = RunOnce(*device_, dispatches);

  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(*device_, *texels, 0, 4), ElementsAre(0, 0, 0, 7.5));
  EXPECT_THAT(ReadFloats(*device_, *texels, 16 * (kTexels - 1), 4), ElementsAre(4, 2, 8, 7.5));
}

TEST_P(VulkanImageTest, FillSetsEveryTexel) {
  const auto read = Compile(ReadSource());
  const auto first = MakeImage();
  const auto second = MakeImage();
  const auto texels = MakeBuffer(*device_, std::vector<float>(4 * kTexels));
  const gpu::Dispatch sum = {
      .program = read.get(), .bindings = {first.get(), Whole(texels), second.get()}, .group_count = {3, 2, 5}};
  ASSERT_TRUE(device_->Fill(*first, -1).ok());
  ASSERT_TRUE(device_->Fill(*first, 1.5).ok());  // The later one counts.
  ASSERT_TRUE(device_->Fill(*second, 2).ok());
  ASSERT_TRUE(RunOnce(*device_, {&sum, 1}).ok());
  EXPECT_THAT(ReadFloats(*device_, *texels), Each(3.5));

  ASSERT_TRUE(device_->Fill(*second, std::numeric_limits<float>::quiet_NaN()).ok());
  ASSERT_TRUE(RunOnce(*device_, {&sum, 1}).ok());
  EXPECT_THAT(ReadFloats(*device_, *texels), Each(testing::IsNan()));
}

TEST_P(VulkanImageTest, SizesStayWithinTheLimits) {
  EXPECT_THAT(MessageOf(device_->CreateImage({.format = GetParam(), .width = device_->info().max_image_size + 1})),
              HasSubstr("the device allows"));
  EXPECT_THAT(MessageOf(device_->CreateImage({.format = GetParam(), .layers = device_->info().max_image_layers + 1})),
              HasSubstr("the device allows"));
}

INSTANTIATE_TEST_SUITE_P(BothFormats, VulkanImageTest,
                         testing::Values(gpu::ImageFormat::kRgba32Float, gpu::ImageFormat::kRgba16Float),
                         [](const auto& format) {
                           return format.param == gpu::ImageFormat::kRgba32Float ? "Rgba32Float" : "Rgba16Float";
                         });

}  // namespace
}  // namespace mica::vulkan
