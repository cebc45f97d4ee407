// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/gl_device.h"

#include <limits>
#include <thread>

#include "backend/gl/gl_test.h"
#include "base/align.h"

namespace mica::gl {
namespace {

using gpu::BindingKind;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

// value = 2 * value + 1 in place: the order of two such dispatches shows in the result.
gpu::ProgramSource DoubleAndAddOne() {
  return {.name = "double_and_add_one",
          .text = R"(#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer V { float value[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  value[i] = 2.0 * value[i] + 1.0;
}
)",
          .bindings = {BindingKind::kWriteBuffer}};
}

class GlDeviceTest : public GlTest {
 protected:
  std::unique_ptr<gpu::Program> Compile(const gpu::ProgramSource& source) {
    auto program = device_->Compile(source);
    EXPECT_TRUE(program.has_value()) << MessageOf(program);
    return program ? *std::move(program) : nullptr;
  }
};

TEST_F(GlDeviceTest, AddsTwoBuffers) {
  const auto program = Compile(AddSource());
  const auto a = MakeBuffer(*device_, {1, 2, 3, 4});
  const auto b = MakeBuffer(*device_, {10, 20, 30, 40});
  const auto c = MakeBuffer(*device_, {0, 0, 0, 0});
  const gpu::Dispatch add = {.program = program.get(), .bindings = {Whole(a), Whole(b), Whole(c)}};

  const Status status = RunOnce(*device_, {&add, 1});

  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(*device_, *c), ElementsAre(11, 22, 33, 44));
}

TEST_F(GlDeviceTest, RangesBeginAtTheirOffset) {
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

TEST_F(GlDeviceTest, BarriersOrderDispatches) {
  const auto program = Compile(DoubleAndAddOne());
  const auto values = MakeBuffer(*device_, std::vector<float>(1000, 0));
  const gpu::Dispatch step = {
      .program = program.get(), .bindings = {Whole(values)}, .group_count = {1000, 1, 1}, .barrier_before = true};
  const std::vector<gpu::Dispatch> chain(16, step);

  const Status status = RunOnce(*device_, chain);

  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(*device_, *values), Each(65535));  // 2^16 - 1.
}

TEST_F(GlDeviceTest, EachSubmitBindsItsOwnExternalObjects) {
  const auto program = Compile(AddSource());
  const auto b = MakeBuffer(*device_, {1, 1, 1, 1});
  const auto first = MakeBuffer(*device_, {1, 2, 3, 4});
  const auto second = MakeBuffer(*device_, {5, 6, 7, 8});
  const auto c = MakeBuffer(*device_, std::vector<float>(4));
  const auto d = MakeBuffer(*device_, std::vector<float>(4));
  const gpu::Dispatch add = {.program = program.get(),
                             .bindings = {gpu::ExternalSlot{0}, Whole(b), gpu::ExternalSlot{1}}};
  const auto recording = device_->Record({&add, 1});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);

  EXPECT_TRUE((*recording)->Submit(std::array{Whole(first), Whole(c)}).has_value());
  EXPECT_TRUE((*recording)->Submit(std::array{Whole(second), Whole(d)}).has_value());
  EXPECT_THAT(MessageOf((*recording)->Submit(std::array{Whole(first)})), HasSubstr("external slot 1"));

  EXPECT_THAT(ReadFloats(*device_, *c), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(ReadFloats(*device_, *d), ElementsAre(6, 7, 8, 9));
}

TEST_F(GlDeviceTest, ARecordingRunsAgainAndAgain) {
  const auto program = Compile(DoubleAndAddOne());
  const auto values = MakeBuffer(*device_, {0, 1});
  const gpu::Dispatch step = {.program = program.get(), .bindings = {Whole(values)}, .group_count = {2, 1, 1}};
  const auto recording = device_->Record({&step, 1});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);

  // More than there are fences: the first event then waits for a later one.
  std::vector<gpu::Event> events;
  for (int run = 0; run < 20; ++run) events.push_back(*(*recording)->Submit({}));

  EXPECT_TRUE((*recording)->Wait(events.front(), gpu::WaitMode::kActive).ok());
  EXPECT_TRUE((*recording)->Wait(events.back(), gpu::WaitMode::kPassive).ok());
  EXPECT_TRUE((*recording)->Wait(events.back(), gpu::WaitMode::kActive).ok());
  EXPECT_THAT((*recording)->Wait(events.back() + 1, gpu::WaitMode::kActive).message(), HasSubstr("never submitted"));
  EXPECT_THAT((*recording)->Wait(0, gpu::WaitMode::kActive).message(), HasSubstr("never submitted"));
  EXPECT_THAT(ReadFloats(*device_, *values), ElementsAre(1048575, 2097151));
}

TEST_F(GlDeviceTest, AnEmptyRecordingIsDoneAtOnce) {
  EXPECT_TRUE(RunOnce(*device_, {}).ok());
}

TEST_F(GlDeviceTest, SaysWhichLineDoesNotCompile) {
  gpu::ProgramSource source = AddSource();
  source.text.replace(source.text.find("a[i] + b[i]"), 11, "a[i] + oops");

  const std::string message = MessageOf(device_->Compile(source));

  EXPECT_THAT(message, HasSubstr("add: the driver does not compile the program: "));
  EXPECT_THAT(message, HasSubstr(">   8 |   c[i] = a[i] + oops;"));
  EXPECT_THAT(message, HasSubstr("    7 |   uint i = gl_GlobalInvocationID.x;"));
}

TEST_F(GlDeviceTest, SaysWhatDoesNotLink) {
  const gpu::ProgramSource source = {.name = "unlinked", .text = R"(#version 310 es
layout(local_size_x = 1) in;
void missing();
void main() { missing(); }
)"};
  const auto program = device_->Compile(source);
  ASSERT_FALSE(program.has_value());
  EXPECT_EQ(program.error().code(), StatusCode::kDeviceError);
  EXPECT_THAT(MessageOf(program), HasSubstr("unlinked: the driver does not "));
}

TEST_F(GlDeviceTest, TheTextHasTheWorkGroupOfItsDescription) {
  gpu::ProgramSource source = AddSource();
  source.group_size = {8, 1, 1};
  EXPECT_THAT(MessageOf(device_->Compile(source)),
              HasSubstr("add: the text has work groups of 4 x 1 x 1; its description says 8 x 1 x 1."));
}

TEST_F(GlDeviceTest, ABufferBeyondAllMemoryIsRefusedInASentence) {
  const auto buffer = device_->CreateBuffer(std::size_t{1} << 46);
  ASSERT_FALSE(buffer.has_value());
  EXPECT_EQ(buffer.error().code(), StatusCode::kOutOfMemory);
  EXPECT_THAT(MessageOf(buffer), HasSubstr("a buffer of 70368744177664 bytes"));
  EXPECT_TRUE(device_->CreateBuffer(16).has_value()) << "the failure stayed behind";
}

TEST_F(GlDeviceTest, TransfersStayInsideTheirBuffer) {
  const auto buffer = MakeBuffer(*device_, {1, 2, 3, 4});
  std::array<std::byte, 8> bytes;
  EXPECT_FALSE(device_->Write(*buffer, 12, bytes).ok());
  EXPECT_FALSE(device_->Read(*buffer, std::numeric_limits<std::size_t>::max() - 3, bytes).ok());
  EXPECT_TRUE(device_->Read(*buffer, 16, {}).ok());
  EXPECT_TRUE(device_->Write(*buffer, 16, {}).ok());
  EXPECT_TRUE(device_->Read(*buffer, 8, bytes).ok());
}

TEST_F(GlDeviceTest, AnyThreadMayCallAndFree) {
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

TEST_F(GlDeviceTest, MinimumLimitsHideWhatNotAllDevicesHave) {
  const auto minimum = CreateDevice({.minimum_limits = true});
  ASSERT_TRUE(minimum.has_value()) << MessageOf(minimum);
  EXPECT_EQ((*minimum)->info().max_storage_buffers, 4);
  EXPECT_EQ((*minimum)->info().name, device_->info().name);
  gpu::ProgramSource source = AddSource();
  source.group_size = {256, 1, 1};
  EXPECT_THAT(MessageOf((*minimum)->Compile(source)), HasSubstr("the device allows 1 to 128"));
}

// Images of both formats.
class GlImageTest : public GlDeviceTest, public testing::WithParamInterface<gpu::ImageFormat> {
 protected:
  static constexpr gpu::ImageDesc kSize = {.width = 3, .height = 2, .layers = 5};
  static constexpr std::size_t kTexels = 3 * 2 * 5;

  std::unique_ptr<gpu::Image> MakeImage() {
    gpu::ImageDesc desc = kSize;
    desc.format = GetParam();
    auto image = device_->CreateImage(desc);
    EXPECT_TRUE(image.has_value()) << MessageOf(image);
    return image ? *std::move(image) : nullptr;
  }

  // Writes (x, y, layer, scale[0]). Its bindings mix all kinds: each is numbered on its own.
  static gpu::ProgramSource WriteSource() {
    return {.name = "write_image",
            .text = fmt::format(R"(#version 310 es
precision highp float;
layout(local_size_x = 1) in;
layout({}, binding = 0) writeonly uniform highp image2DArray image;
layout(std430, binding = 0) readonly buffer S {{ float scale[]; }};
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
            .text = R"(#version 310 es
precision highp float;
layout(local_size_x = 1) in;
layout(std430, binding = 0) writeonly buffer D { vec4 texels[]; };
layout(binding = 0) uniform highp sampler2DArray first;
layout(binding = 1) uniform highp sampler2DArray second;
void main() {
  ivec3 at = ivec3(gl_GlobalInvocationID);
  texels[(at.z * 2 + at.y) * 3 + at.x] = texelFetch(first, at, 0) + texelFetch(second, at, 0);
}
)",
            .bindings = {BindingKind::kReadImage, BindingKind::kWriteBuffer, BindingKind::kReadImage}};
  }
};

TEST_P(GlImageTest, WhatIsWrittenCanBeRead) {
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

TEST_P(GlImageTest, FillSetsEveryTexel) {
  const auto read = Compile(ReadSource());
  const auto first = MakeImage();
  const auto second = MakeImage();
  const auto texels = MakeBuffer(*device_, std::vector<float>(4 * kTexels));
  const gpu::Dispatch sum = {
      .program = read.get(), .bindings = {first.get(), Whole(texels), second.get()}, .group_count = {3, 2, 5}};
  ASSERT_TRUE(device_->Fill(*first, 1.5).ok());
  ASSERT_TRUE(device_->Fill(*second, 2).ok());
  ASSERT_TRUE(RunOnce(*device_, {&sum, 1}).ok());
  EXPECT_THAT(ReadFloats(*device_, *texels), Each(3.5));

  ASSERT_TRUE(device_->Fill(*second, std::numeric_limits<float>::quiet_NaN()).ok());
  ASSERT_TRUE(RunOnce(*device_, {&sum, 1}).ok());
  EXPECT_THAT(ReadFloats(*device_, *texels), Each(testing::IsNan()));
}

TEST_P(GlImageTest, SizesStayWithinTheLimits) {
  EXPECT_THAT(MessageOf(device_->CreateImage({.format = GetParam(), .width = device_->info().max_image_size + 1})),
              HasSubstr("the device allows"));
  EXPECT_THAT(MessageOf(device_->CreateImage({.format = GetParam(), .layers = device_->info().max_image_layers + 1})),
              HasSubstr("the device allows"));
}

INSTANTIATE_TEST_SUITE_P(BothFormats, GlImageTest,
                         testing::Values(gpu::ImageFormat::kRgba32Float, gpu::ImageFormat::kRgba16Float),
                         [](const auto& format) {
                           return format.param == gpu::ImageFormat::kRgba32Float ? "Rgba32Float" : "Rgba16Float";
                         });

}  // namespace
}  // namespace mica::gl
