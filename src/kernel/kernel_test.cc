// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "kernel/kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace mica::kernel {
namespace {

TEST(TensorTypeTest, SlicedTensorsHavePaddingLanesAndRowMajorOnesHaveNot) {
  const Shape shape = {2, 3, 5, 7};
  EXPECT_EQ((TensorType{.shape = shape}.size_bytes()), 2u * 3 * 5 * 8 * 4);
  EXPECT_EQ((TensorType{.shape = shape, .layout = Layout::kRowMajor}.size_bytes()), 2u * 3 * 5 * 7 * 4);
  EXPECT_EQ((TensorType{.shape = shape, .element = ElementType::kFloat16}.size_bytes()), 2u * 3 * 5 * 8 * 2);
}

TEST(TensorTypeTest, SizesDoNotOverflow32Bits) {
  EXPECT_EQ((TensorType{.shape = {1, 65536, 65536, 4}}.size_bytes()), std::size_t{1} << 36);
}

TEST(FloatLiteralTest, ReadsBackToTheSameBits) {
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(value)) continue;
    std::string text = FloatLiteral(std::abs(value));
    ASSERT_EQ(std::strtof(text.c_str(), nullptr), std::abs(value)) << text;
  }
}

TEST(FloatLiteralTest, IsNeverTakenForAnInteger) {
  EXPECT_EQ(FloatLiteral(1.0f), "1.0");
  EXPECT_EQ(FloatLiteral(0.1f), "0.1");
  EXPECT_EQ(FloatLiteral(1e20f), "1e+20");
}

TEST(FloatLiteralTest, ANegativeOneCanFollowAnyOperator) {
  EXPECT_EQ(FloatLiteral(-2.5f), "(-2.5)");
}

TEST(FloatLiteralTest, InfinityIsTheLargestFloat) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(FloatLiteral(infinity), FloatLiteral(std::numeric_limits<float>::max()));
  EXPECT_EQ(FloatLiteral(-infinity), FloatLiteral(std::numeric_limits<float>::lowest()));
}

}  // namespace
}  // namespace mica::kernel
