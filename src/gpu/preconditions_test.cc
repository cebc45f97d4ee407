// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/preconditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace mica::gpu {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();

class BufferOf4096 : public Buffer {
 public:
  std::size_t size_bytes() const override { return 4096; }
};

class PreconditionsTest : public testing::Test {
 protected:
  DeviceInfo info_{.max_buffer_bytes = 2048};
  BufferOf4096 buffer_;
};

TEST_F(PreconditionsTest, BuffersHaveASizeThatCanBe) {
  EXPECT_TRUE(CheckBufferSize(1).ok());
  EXPECT_EQ(CheckBufferSize(0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckBufferSize(kHuge).code(), StatusCode::kOutOfMemory);
}

TEST_F(PreconditionsTest, ImagesStayWithinTheLimitsOnEverySide) {
  EXPECT_TRUE(CheckImage(info_, {.width = 2048, .height = 2048, .layers = 256}).ok());
  EXPECT_FALSE(CheckImage(info_, {.width = 2049}).ok());
  EXPECT_FALSE(CheckImage(info_, {.height = 0}).ok());
  EXPECT_THAT(CheckImage(info_, {.layers = 257}).message(), HasSubstr("1 x 1 with 257 layers"));
}

TEST_F(PreconditionsTest, AnImageTakesFourNumbersAPixel) {
  EXPECT_EQ((ImageDesc{.width = 3, .height = 5, .layers = 7}.size_bytes()), 3u * 5 * 7 * 16);
  EXPECT_EQ((ImageDesc{.format = ImageFormat::kRgba16Float, .width = 3}.size_bytes()), 24u);
}

TEST_F(PreconditionsTest, RangesDoNotWrapAround) {
  EXPECT_TRUE(CheckRange(info_, {&buffer_, 2048, 2048}).ok());
  EXPECT_FALSE(CheckRange(info_, {&buffer_, 2048 + 256, 2048}).ok());
  EXPECT_FALSE(CheckRange(info_, {&buffer_, kHuge - 255, 512}).ok());  // Their sum is 256.
  EXPECT_FALSE(CheckTransfer(buffer_, kHuge, 2).ok());
}

TEST_F(PreconditionsTest, RangesAreAlignedAndFitOneBinding) {
  EXPECT_THAT(CheckRange(info_, {&buffer_, 128, 16}).message(), HasSubstr("multiples of 256"));
  EXPECT_THAT(CheckRange(info_, {&buffer_, 0, 4096}).message(), HasSubstr("the device allows 2048"));
  EXPECT_THAT(CheckRange(info_, {}).message(), HasSubstr("no buffer"));
}

TEST_F(PreconditionsTest, BindingsAreCountedByKind) {
  ProgramSource source{.name = "greedy", .bindings = std::vector(4, BindingKind::kReadBuffer)};
  source.bindings.push_back(BindingKind::kWriteImage);
  EXPECT_TRUE(CheckProgram(info_, source).ok());
  source.bindings.push_back(BindingKind::kWriteBuffer);
  EXPECT_EQ(CheckProgram(info_, source).message(), "greedy: the program binds 5 buffers; the device allows 4.");
}

TEST_F(PreconditionsTest, WorkGroupsFitOnEachAxisAndAltogether) {
  EXPECT_TRUE(CheckProgram(info_, {.group_size = {128, 1, 1}}).ok());
  EXPECT_FALSE(CheckProgram(info_, {.group_size = {129, 1, 1}}).ok());
  EXPECT_FALSE(CheckProgram(info_, {.group_size = {8, 0, 8}}).ok());
  EXPECT_THAT(CheckProgram(info_, {.group_size = {16, 16, 1}}).message(), HasSubstr("256 invocations"));
}

TEST_F(PreconditionsTest, ProgramsSpeakTheLanguageOfTheDevice) {
  EXPECT_THAT(CheckProgram(info_, {.name = "k", .language = Language::kOpenClC}).message(),
              HasSubstr("in another language"));
}

TEST_F(PreconditionsTest, EveryExternalSlotHasAnObject) {
  const BufferRange good{&buffer_, 0, 16};
  EXPECT_TRUE(CheckExternal(info_, 0, {&good, 1}).ok());
  EXPECT_THAT(CheckExternal(info_, 1, {&good, 1}).message(), HasSubstr("external slot 1 is used; 1 objects"));
}

}  // namespace
}  // namespace mica::gpu
