// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "engine/comparison.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace mica::engine {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(DistanceTest, IsTheLargestDifferenceByTheLargestReference) {
  EXPECT_DOUBLE_EQ(Distance(std::array{1.0f, -4.0f}, std::array{1.5f, -5.0f}), 0.25);
  EXPECT_EQ(Distance(std::array{1.0f, 2.0f}, std::array{1.0f, 2.0f}), 0.0);
}

TEST(DistanceTest, IsAbsoluteWhereTheReferenceIsZero) {
  EXPECT_EQ(Distance(std::array{0.0f}, std::array{0.0f}), 0.0);
  EXPECT_GT(Distance(std::array{0.0f}, std::array{0.1f}), 1.0);
}

TEST(DistanceTest, IsInfiniteWhereOnlyOneIsFinite) {
  EXPECT_EQ(Distance(std::array{1.0f}, std::array{kNan}), kInfinity);
  EXPECT_EQ(Distance(std::array{kNan}, std::array{1.0f}), kInfinity);
  EXPECT_EQ(Distance(std::array{kInfinity}, std::array{1.0f}), kInfinity);
  EXPECT_EQ(Distance(std::array{kNan, 1.0f}, std::array{kNan, 1.0f}), 0.0);
}

}  // namespace
}  // namespace mica::engine
