// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/align.h"

#include <gtest/gtest.h>

#include <limits>

namespace mica {
namespace {

TEST(AlignTest, DivisionRoundsUp) {
  EXPECT_EQ(DivideRoundUp(0, 4), 0);
  EXPECT_EQ(DivideRoundUp(8, 4), 2);
  EXPECT_EQ(DivideRoundUp(9, 4), 3);
}

TEST(AlignTest, AlignsToAnyMultipleNotOnlyPowersOfTwo) {
  EXPECT_EQ(AlignUp(0, 48), 0u);
  EXPECT_EQ(AlignUp(48, 48), 48u);
  EXPECT_EQ(AlignUp(49, 48), 96u);
}

TEST(AlignTest, AProductThatDoesNotFitIsNothing) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(CheckedMultiply(kLargest, 1), kLargest);
  EXPECT_EQ(CheckedMultiply(kLargest / 2, 3), std::nullopt);
  EXPECT_EQ(CheckedMultiply(std::numeric_limits<std::int64_t>::min(), -1), std::nullopt);
  EXPECT_EQ(CheckedMultiply(kLargest, 0), 0);
}

}  // namespace
}  // namespace mica
