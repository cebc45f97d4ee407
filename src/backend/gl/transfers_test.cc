// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/transfers.h"

#include <numeric>

#include "backend/gl/gl_test.h"

namespace mica::gl {
namespace {

using testing::Each;
using testing::HasSubstr;

// Both routes, whichever the GPU at hand would take.
class TransfersTest : public testing::TestWithParam<Route> {
 protected:
  void SetUp() override {
    if (!caller_.exists()) GTEST_SKIP() << "No display here has OpenGL ES and pbuffers.";
    auto context = Context::Borrow(**FindDriver());
    ASSERT_TRUE(context.has_value()) << MessageOf(context);
    context_ = *std::move(context);
  }

  const CallerContext caller_;
  std::unique_ptr<Context> context_;
};

TEST_P(TransfersTest, WhatIsWrittenIsRead) {
  constexpr std::size_t kCount = (std::size_t{20} << 20) / sizeof(int);  // More than is staged at once.
  constexpr std::size_t kOffset = 52;
  const auto buffer = GlBuffer::Create(*context_, kOffset + kCount * sizeof(int) + 4);
  ASSERT_TRUE(buffer.has_value()) << MessageOf(buffer);
  std::vector<int> written(kCount);
  std::iota(written.begin(), written.end(), 0);
  std::vector<int> read(kCount, -1);
  Transfers transfers(*context_, GetParam());

  ASSERT_TRUE(transfers.Write(**buffer, kOffset, std::as_bytes(std::span(written))).ok());
  ASSERT_TRUE(transfers.Read(**buffer, kOffset, std::as_writable_bytes(std::span(read))).ok());

  EXPECT_TRUE(read == written);
}

TEST_P(TransfersTest, BytesAroundTheRangeKeepTheirValues) {
  const auto buffer = GlBuffer::Create(*context_, 12);
  ASSERT_TRUE(buffer.has_value()) << MessageOf(buffer);
  Transfers transfers(*context_, GetParam());
  std::vector<std::byte> bytes(12, std::byte{7});
  ASSERT_TRUE(transfers.Write(**buffer, 0, bytes).ok());
  ASSERT_TRUE(transfers.Write(**buffer, 5, std::vector<std::byte>(3, std::byte{1})).ok());

  ASSERT_TRUE(transfers.Read(**buffer, 0, bytes).ok());

  EXPECT_THAT(std::span(bytes).first(5), Each(std::byte{7}));
  EXPECT_THAT(std::span(bytes).subspan(5, 3), Each(std::byte{1}));
  EXPECT_THAT(std::span(bytes).last(4), Each(std::byte{7}));
}

TEST_P(TransfersTest, AFailingCallIsASentence) {
  constexpr std::size_t kBytes = 100000;  // Enough to be staged.
  const auto buffer = GlBuffer::Create(*context_, kBytes);
  ASSERT_TRUE(buffer.has_value()) << MessageOf(buffer);
  Transfers transfers(*context_, GetParam());
  std::vector<std::byte> bytes(kBytes);
  const bool is_staged = GetParam() == Route::kStaged;
  {
    const InjectedFailure failure(is_staged ? "glCopyBufferSubData" : "glBufferSubData");
    EXPECT_THAT(transfers.Write(**buffer, 0, bytes).message(), HasSubstr("writing 100000 bytes into a buffer: "));
    EXPECT_TRUE(failure.happened());
  }
  for (const char* call : {"glMapBufferRange", "glUnmapBuffer"}) {
    const InjectedFailure failure(call);
    EXPECT_THAT(transfers.Read(**buffer, 0, bytes).message(), HasSubstr("reading 100000 bytes of a buffer: "));
    EXPECT_TRUE(failure.happened());
  }
}

INSTANTIATE_TEST_SUITE_P(BothRoutes, TransfersTest, testing::Values(Route::kDirect, Route::kStaged),
                         [](const auto& route) { return route.param == Route::kDirect ? "Direct" : "Staged"; });

}  // namespace
}  // namespace mica::gl
