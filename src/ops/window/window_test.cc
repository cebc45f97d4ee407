// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/window/window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace mica::ops {
namespace {

using ::testing::HasSubstr;

constexpr auto kSame = schema::Padding_SAME;
constexpr int kHuge = std::numeric_limits<int>::max();

// Output size and padding in front on one axis.
using OnAxis = std::pair<int, int>;

OnAxis PlaceRow(int size, int kernel, int stride, int dilation, schema::Padding padding) {
  const Window2d window{.stride_x = stride, .dilation_x = dilation, .padding = padding};
  const PlacedWindow placed = Place(window, 1, size, 1, kernel);
  EXPECT_EQ(placed.output_height, 1);
  EXPECT_EQ(placed.top, 0);
  return {placed.output_width, placed.left};
}

// The numbers are TensorFlow's, from tf.nn.conv2d of a row that counts its pixels.
TEST(WindowTest, SamePutsTheOddPixelBehind) {
  EXPECT_EQ(PlaceRow(224, 3, 2, 1, kSame), OnAxis(112, 0));
  EXPECT_EQ(PlaceRow(225, 3, 2, 1, kSame), OnAxis(113, 1));
  EXPECT_EQ(PlaceRow(7, 2, 1, 1, kSame), OnAxis(7, 0));
  EXPECT_EQ(PlaceRow(7, 4, 1, 1, kSame), OnAxis(7, 1));
  EXPECT_EQ(PlaceRow(8, 4, 2, 1, kSame), OnAxis(4, 1));
  EXPECT_EQ(PlaceRow(1, 3, 1, 1, kSame), OnAxis(1, 1));
}

TEST(WindowTest, SameWithAStrideBeyondTheWindowNeedsNoPadding) {
  EXPECT_EQ(PlaceRow(10, 1, 3, 1, kSame), OnAxis(4, 0));
  EXPECT_EQ(PlaceRow(10, 2, 5, 1, kSame), OnAxis(2, 0));
}

TEST(WindowTest, DilationWidensTheWindow) {
  EXPECT_EQ(PlaceRow(10, 3, 1, 2, kSame), OnAxis(10, 2));
  EXPECT_EQ(PlaceRow(10, 2, 1, 4, kSame), OnAxis(10, 2));
  EXPECT_EQ(PlaceRow(10, 3, 1, 2, schema::Padding_VALID), OnAxis(6, 0));
}

TEST(WindowTest, ValidTakesOnlyWholeWindows) {
  EXPECT_EQ(PlaceRow(9, 2, 4, 1, schema::Padding_VALID), OnAxis(2, 0));
  EXPECT_EQ(PlaceRow(3, 3, 1, 1, schema::Padding_VALID), OnAxis(1, 0));
  EXPECT_EQ(PlaceRow(2, 3, 1, 1, schema::Padding_VALID), OnAxis(0, 0));
}

TEST(WindowTest, ExplicitPaddingIsPartOfTheImage) {
  const Padding2d around{.top = 1, .bottom = 2, .left = 3, .right = 0};
  const PlacedWindow valid = Place({.explicit_padding = around}, 6, 6, 3, 3);
  EXPECT_EQ(valid.output_height, 7);
  EXPECT_EQ(valid.output_width, 7);
  EXPECT_EQ(valid.top, 1);
  EXPECT_EQ(valid.left, 3);
  const PlacedWindow same = Place({.padding = kSame, .explicit_padding = around}, 6, 6, 3, 3);
  EXPECT_EQ(same.output_height, 9);
  EXPECT_EQ(same.top, 2);
  EXPECT_EQ(same.left, 4);
}

TEST(CheckWindowTest, AcceptsAWindowThatFitsOnce) {
  EXPECT_TRUE(CheckWindow({}, 3, 5, 3, 5).ok());
}

TEST(CheckWindowTest, StridesAndDilationsArePositive) {
  EXPECT_THAT(CheckWindow({.stride_y = 0}, 8, 8, 3, 3).message(), HasSubstr("strides are 0 x 1"));
  EXPECT_FALSE(CheckWindow({.stride_x = -2}, 8, 8, 3, 3).ok());
  EXPECT_THAT(CheckWindow({.dilation_x = 0}, 8, 8, 3, 3).message(), HasSubstr("dilations 1 x 0"));
  EXPECT_FALSE(CheckWindow({.dilation_y = std::numeric_limits<int>::min()}, 8, 8, 3, 3).ok());
}

TEST(CheckWindowTest, TheWindowHasPixels) {
  EXPECT_THAT(CheckWindow({.padding = kSame}, 8, 8, 0, 3).message(), HasSubstr("the window is 0 x 3"));
  EXPECT_FALSE(CheckWindow({}, 8, 8, 3, std::numeric_limits<int>::min()).ok());
}

TEST(CheckWindowTest, TheWindowFitsIntoTheImage) {
  EXPECT_EQ(CheckWindow({}, 2, 8, 3, 3).message(), "the window is 3 x 3; the image has only 2 x 8 pixels.");
  EXPECT_FALSE(CheckWindow({.dilation_x = 4}, 8, 8, 3, 3).ok());
  EXPECT_FALSE(CheckWindow({.padding = kSame}, 8, 0, 3, 3).ok());
}

TEST(CheckWindowTest, CoordinatesStayWithin32Bits) {
  EXPECT_THAT(CheckWindow({.dilation_y = kHuge, .padding = kSame}, 8, 8, 3, 3).message(), HasSubstr("is too large"));
  EXPECT_FALSE(CheckWindow({.stride_x = kHuge, .padding = kSame}, 8, 8, 1, 1).ok());
  EXPECT_FALSE(CheckWindow({.padding = kSame}, 8, 8, 3, kHuge).ok());
  EXPECT_FALSE(CheckWindow({.padding = kSame}, kHuge, 8, 3, 3).ok());
}

TEST(RowBlockTest, ARowIsCutIntoEqualBlocks) {
  EXPECT_EQ(ChooseRowBlock({}, /*width=*/28, /*kernel_width=*/3, /*most_pixels=*/8).pixels, 7);
  EXPECT_EQ(ChooseRowBlock({}, 9, 3, 8).pixels, 5);
  EXPECT_EQ(ChooseRowBlock({}, 3, 3, 8).pixels, 3);
  EXPECT_EQ(ChooseRowBlock({}, 28, 3, 1).pixels, 1);
  EXPECT_EQ(RowBlocks({.pixels = 7, .taps = 3}, {}, 28), 4);
  EXPECT_EQ(RowBlocks({.pixels = 5, .taps = 3}, {}, 9), 2);
}

TEST(RowBlockTest, TheBlocksOfADilatedRowCoverEveryPixelOnce) {
  const Window2d window = {.dilation_x = 4};
  const RowBlock block = ChooseRowBlock(window, /*width=*/33, /*kernel_width=*/3, /*most_pixels=*/8);
  std::vector<int> covered(33);
  for (int i = 0; i < RowBlocks(block, window, 33); ++i) {
    const int first = i / 4 * (block.pixels * 4) + i % 4;  // As the kernels have it.
    for (int x = first; x < first + block.pixels * 4; x += 4) {
      if (x < 33) ++covered[static_cast<std::size_t>(x)];
    }
  }
  EXPECT_THAT(covered, testing::Each(1));
}

TEST(RowBlockTest, AWideKernelIsWalkedInParts) {
  EXPECT_EQ(ChooseRowBlock({}, 28, /*kernel_width=*/7, 8).taps, 7);
  EXPECT_EQ(ChooseRowBlock({}, 28, /*kernel_width=*/16, 8).taps, 4);
  EXPECT_EQ(ChooseRowBlock({}, 28, /*kernel_width=*/31, 8).taps, 1);
}

TEST(RowBlockTest, NeighboursShareColumnsWhereTheirWindowsMeet) {
  const auto columns = [](int stride, RowBlock block) {
    const auto definitions = RowBlockDefinitions(block, {.stride_x = stride}, /*kernel_width=*/3);
    return std::ranges::find(definitions, "ROW_COLUMNS", &kernel::Definition::name)->value;
  };
  EXPECT_EQ(columns(1, {.pixels = 8, .taps = 3}), "10");
  EXPECT_EQ(columns(2, {.pixels = 8, .taps = 3}), "17");
  EXPECT_EQ(columns(5, {.pixels = 8, .taps = 3}), "24");
}

}  // namespace
}  // namespace mica::ops
