// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/broadcast.h"

#include <gtest/gtest.h>

namespace mica::ops {
namespace {

TEST(BroadcastOffsetTest, EqualShapesKeepThePosition) {
  EXPECT_EQ(BroadcastOffset({2, 3, 4}, {2, 3, 4}, 17), 17);
}

TEST(BroadcastOffsetTest, AxesOfSizeOneRepeatTheirElement) {
  const Shape row = {1, 3};
  const Shape column = {2, 1};
  const Shape both = {2, 3};
  EXPECT_EQ(BroadcastOffset(row, both, 4), 1);     // [1, 1] takes [0, 1].
  EXPECT_EQ(BroadcastOffset(column, both, 4), 1);  // [1, 1] takes [1, 0].
}

TEST(BroadcastOffsetTest, MissingAxesAreOnTheLeft) {
  EXPECT_EQ(BroadcastOffset({3}, {5, 2, 3}, 29), 2);
}

TEST(BroadcastOffsetTest, AScalarHasOneElementForAll) {
  EXPECT_EQ(BroadcastOffset({}, {5, 2, 3}, 29), 0);
}

TEST(BroadcastOffsetTest, RankEightIsPossible) {
  // The last element of [2, 1, 2, 1, 2, 1, 2, 1] repeated along its axes of size 1.
  EXPECT_EQ(BroadcastOffset({2, 1, 2, 1, 2, 1, 2, 1}, {2, 2, 2, 2, 2, 2, 2, 2}, 255), 15);
}

}  // namespace
}  // namespace mica::ops
