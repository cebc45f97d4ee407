// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/box.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::ops {
namespace {

using testing::ElementsAre;

TEST(FindBoxTest, PaddingOnAnySideIsABox) {
  // [2, 3, 8] with one row above and two slices behind the channels.
  const Movement pad{.axes = {{.size = 3, .stride = 6, .start = 0, .first = 1, .last = 3},
                              TakenAxis(3, 2),
                              {.size = 4, .stride = 1, .start = 0, .first = 0, .last = 2}},
                     .fill = 0.5f};
  const std::optional<Box> box = FindBox(pad, /*source=*/{2, 3, 8}, /*result=*/{3, 3, 16});
  ASSERT_TRUE(box.has_value());
  EXPECT_EQ(box->fill, 0.5f);
  EXPECT_THAT(box->axes,
              ElementsAre(BoxAxis{}, BoxAxis{.shift = -1, .first = 1, .last = 3},
                          BoxAxis{.shift = 0, .first = 0, .last = 3}, BoxAxis{.shift = 0, .first = 0, .last = 2}));
}

TEST(FindBoxTest, APartOfEveryAxisIsABox) {
  // Rows 1 and 2 of 4, pixel 2 of 3, slice 1 of 2.
  const Movement part{.axes = {TakenAxis(2, 6, 6), TakenAxis(1, 2, 4), TakenAxis(1, 1, 1)}};
  const std::optional<Box> box = FindBox(part, /*source=*/{4, 3, 8}, /*result=*/{2, 1, 4});
  ASSERT_TRUE(box.has_value());
  EXPECT_EQ(box->axes[1], (BoxAxis{.shift = 1, .first = 0, .last = 2}));
  EXPECT_EQ(box->axes[2], (BoxAxis{.shift = 2, .first = 0, .last = 1}));
  EXPECT_EQ(box->axes[3], (BoxAxis{.shift = 1, .first = 0, .last = 1}));
}

TEST(FindBoxTest, StepsReversalsTranspositionsAndReshapesAreNone) {
  const Shape source = {4, 6, 8};
  const auto is_box = [&](std::vector<MovementAxis> axes, const Shape& result) {
    return FindBox({.axes = std::move(axes)}, source, result).has_value();
  };
  EXPECT_FALSE(is_box({TakenAxis(2, 24), TakenAxis(6, 2), TakenAxis(2, 1)}, {2, 6, 8})) << "every other row";
  EXPECT_FALSE(is_box({TakenAxis(4, -12, 36), TakenAxis(6, 2), TakenAxis(2, 1)}, {4, 6, 8})) << "reversed";
  EXPECT_FALSE(is_box({TakenAxis(6, 2), TakenAxis(4, 12), TakenAxis(2, 1)}, {6, 4, 8})) << "transposed";
  EXPECT_FALSE(is_box({TakenAxis(2, 24), TakenAxis(12, 2), TakenAxis(2, 1)}, {2, 12, 8})) << "reshaped";
  EXPECT_FALSE(is_box({TakenAxis(24, 2), TakenAxis(2, 1)}, {24, 8})) << "fewer axes";
  EXPECT_FALSE(is_box({TakenAxis(4, 12), TakenAxis(1, 2, 4), TakenAxis(2, 1)}, {4, 8})) << "an axis dropped";
}

}  // namespace
}  // namespace mica::ops
