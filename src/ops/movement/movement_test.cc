// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/movement.h"

#include <gtest/gtest.h>

namespace mica::ops {
namespace {

// Source of a reshape: as many elements as the result.
Movement Reshape(const Shape& result) {
  const std::vector<int> strides = RowMajorStrides(result);
  Movement movement;
  for (int axis = 0; axis < result.rank(); ++axis) {
    movement.axes.push_back(TakenAxis(result[axis], strides[static_cast<std::size_t>(axis)]));
  }
  return movement;
}

TEST(MovementTest, StridesOfARowMajorShape) {
  EXPECT_EQ(RowMajorStrides({2, 3, 5}), (std::vector<int>{15, 5, 1}));
  EXPECT_EQ(RowMajorStrides({}), std::vector<int>());
}

TEST(InSlicesTest, ReshapesOfWholeSlicesMoveSlices) {
  const std::optional<Movement> slices = InSlices(Reshape({6, 8}), /*source=*/{4, 12}, /*result=*/{6, 8});
  ASSERT_TRUE(slices.has_value());
  EXPECT_EQ(slices->axes, (std::vector{TakenAxis(6, 2), TakenAxis(2, 1)}));
}

TEST(InSlicesTest, ReshapesThatKeepPaddedChannelsMoveSlices) {
  const std::optional<Movement> slices = InSlices(Reshape({6, 5}), /*source=*/{2, 3, 5}, /*result=*/{6, 5});
  ASSERT_TRUE(slices.has_value());
  EXPECT_EQ(slices->axes, (std::vector{TakenAxis(6, 2), TakenAxis(2, 1)}));
}

TEST(InSlicesTest, ReshapesThatBreakPaddedSlicesMoveElements) {
  EXPECT_FALSE(InSlices(Reshape({10, 3}), /*source=*/{6, 5}, /*result=*/{10, 3}).has_value());
  EXPECT_FALSE(InSlices(Reshape({30}), /*source=*/{6, 5}, /*result=*/{30}).has_value());
}

TEST(InSlicesTest, ChannelsTakenFromAWholeSliceOnMoveSlices) {
  const Movement from_four{.axes = {TakenAxis(2, 13), TakenAxis(7, 1, 4)}};
  const std::optional<Movement> slices = InSlices(from_four, /*source=*/{2, 13}, /*result=*/{2, 7});
  ASSERT_TRUE(slices.has_value());
  EXPECT_EQ(slices->axes, (std::vector{TakenAxis(2, 4), TakenAxis(2, 1, 1)}));

  const Movement from_two{.axes = {TakenAxis(2, 13), TakenAxis(7, 1, 2)}};
  EXPECT_FALSE(InSlices(from_two, /*source=*/{2, 13}, /*result=*/{2, 7}).has_value());
}

TEST(InSlicesTest, PaddingLanesServeAsZerosButNotAsOtherFillValues) {
  Movement padded{.axes = {TakenAxis(2, 6), {.size = 9, .stride = 1, .first = 0, .last = 6}}, .fill = 0.0f};
  EXPECT_TRUE(InSlices(padded, /*source=*/{2, 6}, /*result=*/{2, 9}).has_value());
  padded.fill = 1.0f;
  EXPECT_FALSE(InSlices(padded, /*source=*/{2, 6}, /*result=*/{2, 9}).has_value());
}

TEST(InSlicesTest, TransposedChannelsMoveElements) {
  const Movement transpose{.axes = {TakenAxis(8, 1), TakenAxis(4, 8)}};
  EXPECT_FALSE(InSlices(transpose, /*source=*/{4, 8}, /*result=*/{8, 4}).has_value());
}

TEST(MergeTest, AReshapeIsOneWalk) {
  EXPECT_EQ(Merge(Reshape({2, 1, 3, 5})).axes, std::vector{TakenAxis(30, 1)});
}

TEST(MergeTest, OnlyThePaddedAxisAndTheOneBehindItStayApart) {
  // [3, 4, 5] with one row in front of the second axis.
  const Movement pad{
      .axes = {TakenAxis(3, 20), {.size = 5, .stride = 5, .start = 0, .first = 1, .last = 5}, TakenAxis(5, 1)}};
  const MergedMovement merged = Merge(pad);
  const MovementAxis rows = {.size = 25, .stride = 1, .start = 0, .first = 5, .last = 25};
  EXPECT_EQ(merged.axes, (std::vector{TakenAxis(3, 20), rows}));
  EXPECT_EQ(merged.origin, -5);
}

TEST(MergeTest, StartsAddUpInTheOrigin) {
  const MergedMovement merged = Merge({.axes = {TakenAxis(1, 0, 20), TakenAxis(3, -5, 10), TakenAxis(2, 1, 3)}});
  EXPECT_EQ(merged.origin, 33);
  EXPECT_EQ(merged.axes, (std::vector{TakenAxis(3, -5), TakenAxis(2, 1)}));
}

}  // namespace
}  // namespace mica::ops
