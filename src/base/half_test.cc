// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mica {
namespace {

constexpr int kInfinity = 0x7c00;  // The first half that is not finite; above it are the NaNs.
constexpr int kSign = 0x8000;

std::uint16_t Bits(int bits) {
  return static_cast<std::uint16_t>(bits);
}

TEST(HalfTest, EveryHalfSurvivesTheWayToFloatAndBack) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const float value = HalfToFloat(Bits(bits));
    if ((bits & 0x7fff) > kInfinity) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      ASSERT_TRUE(std::isnan(HalfToFloat(FloatToHalf(value)))) << bits;
    } else {
      ASSERT_EQ(FloatToHalf(value), bits);
    }
  }
}

// By hand from IEEE 754: 1 sign, 5 exponent and 10 fraction bits.
TEST(HalfTest, KnownBitsHaveTheirValues) {
  EXPECT_EQ(HalfToFloat(0x3c00), 1.0f);
  EXPECT_EQ(HalfToFloat(0xc000), -2.0f);
  EXPECT_EQ(HalfToFloat(0x3555), 0.333251953125f);
  EXPECT_EQ(HalfToFloat(0x7bff), 65504.0f);
  EXPECT_EQ(HalfToFloat(0x0400), std::ldexp(1.0f, -14));  // The smallest normal one.
  EXPECT_EQ(HalfToFloat(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(HalfToFloat(0x03ff), std::ldexp(1023.0f, -24));
  EXPECT_EQ(HalfToFloat(Bits(kInfinity)), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::signbit(HalfToFloat(Bits(kSign))));
}

TEST(HalfTest, RoundsToTheNearestAndTiesToEven) {
  for (int lower = 0; lower + 1 < kInfinity; ++lower) {
    const int upper = lower + 1;
    const float tie = (HalfToFloat(Bits(lower)) + HalfToFloat(Bits(upper))) / 2;  // Exact in fp32.
    const int even = lower % 2 == 0 ? lower : upper;
    ASSERT_EQ(FloatToHalf(tie), even);
    ASSERT_EQ(FloatToHalf(-tie), even | kSign);
    ASSERT_EQ(FloatToHalf(std::nextafter(tie, 0.0f)), lower);
    ASSERT_EQ(FloatToHalf(std::nextafter(tie, 1e6f)), upper);
  }
}

TEST(HalfTest, TooLargeBecomesInfinity) {
  EXPECT_EQ(FloatToHalf(std::nextafter(65520.0f, 0.0f)), 0x7bff);  // 65520 lies between 65504 and the next, 65536.
  EXPECT_EQ(FloatToHalf(65520.0f), kInfinity);
  EXPECT_EQ(FloatToHalf(std::numeric_limits<float>::max()), kInfinity);
  EXPECT_EQ(FloatToHalf(-std::numeric_limits<float>::infinity()), kInfinity | kSign);
}

TEST(HalfTest, TooSmallBecomesZeroOfItsSign) {
  EXPECT_EQ(FloatToHalf(std::numeric_limits<float>::denorm_min()), 0);
  EXPECT_EQ(FloatToHalf(-std::ldexp(1.0f, -26)), kSign);
}

}  // namespace
}  // namespace mica
