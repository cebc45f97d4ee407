// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::plan {
namespace {

using ::testing::Eq;
using ::testing::Optional;

std::optional<std::size_t> Offset(Shape part, Shape whole, Piece piece) {
  return FindPieceOffset(piece, {.shape = part}, {.shape = whole});
}

TEST(ViewsTest, WholeSlicesOfOneImageAreOneStretch) {
  EXPECT_THAT(Offset({1, 3, 5, 8}, {1, 3, 5, 16}, {.channel = 8}), Optional(Eq(3u * 5 * 8 * 4)));
  EXPECT_THAT(Offset({1, 3, 5, 7}, {1, 3, 5, 15}, {.channel = 8}), Optional(Eq(3u * 5 * 8 * 4)));
}

TEST(ViewsTest, ChannelsThatShareASliceAreNot) {
  EXPECT_EQ(Offset({1, 3, 5, 3}, {1, 3, 5, 7}, {}), std::nullopt);
  EXPECT_EQ(Offset({1, 3, 5, 4}, {1, 3, 5, 7}, {.channel = 3}), std::nullopt);
}

TEST(ViewsTest, ChannelsOfSeveralImagesAreNot) {
  EXPECT_EQ(Offset({2, 3, 5, 8}, {2, 3, 5, 16}, {.channel = 8}), std::nullopt);
}

TEST(ViewsTest, ImagesOfABatchAreOneStretch) {
  EXPECT_THAT(Offset({2, 3, 5, 7}, {4, 3, 5, 7}, {.batch = 1}), Optional(Eq(3u * 5 * 8 * 4)));
}

TEST(ViewsTest, RowsAreOneStretchOnlyWithinOneSlice) {
  EXPECT_THAT(Offset({1, 2, 5, 4}, {1, 3, 5, 4}, {.y = 1}), Optional(Eq(5u * 4 * 4)));
  EXPECT_EQ(Offset({1, 2, 5, 8}, {1, 3, 5, 8}, {.y = 1}), std::nullopt);
  EXPECT_EQ(Offset({1, 2, 4, 4}, {1, 3, 5, 4}, {.y = 1}), std::nullopt);
}

TEST(ViewsTest, AReshapeThatKeepsTheChannelsMovesNothing) {
  EXPECT_THAT(Offset({1, 2, 9, 5}, {1, 6, 3, 5}, {}), Optional(Eq(0u)));
  EXPECT_EQ(Offset({1, 1, 1, 90}, {1, 6, 3, 5}, {}), std::nullopt);
}

TEST(ViewsTest, OtherLayoutsHaveNoViews) {
  const kernel::TensorType part{.shape = {1, 1, 1, 4}};
  const kernel::TensorType row_major{.shape = {1, 1, 1, 8}, .layout = kernel::Layout::kRowMajor};
  const kernel::TensorType image{.shape = {1, 1, 1, 8}, .storage = kernel::Storage::kImage};
  const kernel::TensorType half{.shape = {1, 1, 1, 8}, .element = kernel::ElementType::kFloat16};
  for (const auto& whole : {row_major, image, half}) EXPECT_EQ(FindPieceOffset({}, part, whole), std::nullopt);
}

}  // namespace
}  // namespace mica::plan
