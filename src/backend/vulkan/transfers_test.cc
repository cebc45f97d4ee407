// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/transfers.h"

#include <numeric>

#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

using testing::Each;
using testing::HasSubstr;

using TransfersTest = VulkanWaysTest;

TEST_P(TransfersTest, WhatIsWrittenIsRead) {
  constexpr std::size_t kCount = (std::size_t{40} << 20) / sizeof(int);  // More than is staged in all batches.
  constexpr std::size_t kOffset = 52;
  const auto buffer = device_->CreateBuffer(kOffset + kCount * sizeof(int) + 4);
  ASSERT_TRUE(buffer.has_value()) << MessageOf(buffer);
  std::vector<int> written(kCount);
  std::iota(written.begin(), written.end(), 0);
  std::vector<int> read(kCount, -1);

  ASSERT_TRUE(device_->Write(**buffer, kOffset, std::as_bytes(std::span(written))).ok());
  ASSERT_TRUE(device_->Read(**buffer, kOffset, std::as_writable_bytes(std::span(read))).ok());

  EXPECT_TRUE(read == written);
}

TEST_P(TransfersTest, BytesAroundTheRangeKeepTheirValues) {
  const auto buffer = device_->CreateBuffer(12);
  ASSERT_TRUE(buffer.has_value()) << MessageOf(buffer);
  std::vector<std::byte> bytes(12, std::byte{7});
  ASSERT_TRUE(device_->Write(**buffer, 0, bytes).ok());
  ASSERT_TRUE(device_->Write(**buffer, 5, std::vector<std::byte>(3, std::byte{1})).ok());

  ASSERT_TRUE(device_->Read(**buffer, 0, bytes).ok());

  EXPECT_THAT(std::span(bytes).first(5), Each(std::byte{7}));
  EXPECT_THAT(std::span(bytes).subspan(5, 3), Each(std::byte{1}));
  EXPECT_THAT(std::span(bytes).last(4), Each(std::byte{7}));
}

TEST_P(TransfersTest, ManySmallWritesAllArrive) {
  const auto buffer = device_->CreateBuffer(4000);
  ASSERT_TRUE(buffer.has_value()) << MessageOf(buffer);
  for (int i = 0; i < 1000; ++i) {
    const std::array<int, 1> value = {i};
    ASSERT_TRUE(device_->Write(**buffer, static_cast<std::size_t>(4 * i), std::as_bytes(std::span(value))).ok());
  }
  std::vector<int> read(1000);
  ASSERT_TRUE(device_->Read(**buffer, 0, std::as_writable_bytes(std::span(read))).ok());
  std::vector<int> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(read, expected);
}

INSTANTIATE_TEST_SUITE_P(AllWays, TransfersTest, kAllWays, NameOfWays);

}  // namespace
}  // namespace mica::vulkan
