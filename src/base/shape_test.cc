// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/shape.h"

#include <gtest/gtest.h>

#include <array>

namespace mica {
namespace {

std::array<int, 4> GpuView(const Shape& shape) {
  return {shape.batch(), shape.height(), shape.width(), shape.channels()};
}

TEST(ShapeTest, IsSeenAlignedToTheRight) {
  EXPECT_EQ(GpuView({}), (std::array{1, 1, 1, 1}));
  EXPECT_EQ(GpuView({7}), (std::array{1, 1, 1, 7}));
  EXPECT_EQ(GpuView({5, 7}), (std::array{1, 1, 5, 7}));
  EXPECT_EQ(GpuView({3, 5, 7}), (std::array{1, 3, 5, 7}));
  EXPECT_EQ(GpuView({2, 3, 5, 7}), (std::array{2, 3, 5, 7}));
}

TEST(ShapeTest, FurtherLeadingDimensionsCollapseIntoTheBatch) {
  EXPECT_EQ(GpuView({11, 2, 3, 5, 7}), (std::array{22, 3, 5, 7}));
  EXPECT_EQ(GpuView({2, 2, 2, 2, 2, 3, 5, 7}), (std::array{32, 3, 5, 7}));
}

TEST(ShapeTest, ASliceIsFourChannels) {
  EXPECT_EQ(Shape({1}).slices(), 1);
  EXPECT_EQ(Shape({4}).slices(), 1);
  EXPECT_EQ(Shape({5}).slices(), 2);
}

TEST(ShapeTest, ElementsMultiplyWithoutOverflowOf32Bits) {
  EXPECT_EQ(Shape({}).elements(), 1);
  EXPECT_EQ(Shape({3, 0, 5}).elements(), 0);
  EXPECT_EQ(Shape({65536, 65536, 2}).elements(), std::int64_t{1} << 33);
}

TEST(ShapeTest, OffsetsAreRowMajor) {
  const Shape shape = {2, 3, 4};
  EXPECT_EQ(shape.OffsetOf(std::array{0, 0, 3}), 3);
  EXPECT_EQ(shape.OffsetOf(std::array{1, 2, 3}), 23);
}

TEST(ShapeTest, EqualityLooksAtTheDimensionsInUse) {
  EXPECT_EQ(Shape({2, 3}), Shape({2, 3}));
  EXPECT_NE(Shape({2, 3}), Shape({2, 3, 1}));
  EXPECT_NE(Shape({1, 2, 3}), Shape({2, 3}));
}

TEST(ShapeTest, PrintsAsAList) {
  EXPECT_EQ(ToString(Shape({1, 224, 224, 3})), "[1, 224, 224, 3]");
  EXPECT_EQ(ToString(Shape({})), "[]");
}

TEST(ShapeDeathTest, ANinthDimensionEndsTheProgram) {
  EXPECT_DEATH(Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}), "rank 9; at most 8");
}

TEST(BroadcastTest, FollowsNumpy) {
  const auto broadcast = [](const Shape& a, const Shape& b) {
    Shape result;
    EXPECT_TRUE(Broadcast(a, b, &result));
    return result;
  };
  EXPECT_EQ(broadcast({2, 3}, {2, 3}), Shape({2, 3}));
  EXPECT_EQ(broadcast({2, 1, 4}, {3, 1}), Shape({2, 3, 4}));
  EXPECT_EQ(broadcast({}, {5, 1}), Shape({5, 1}));
  EXPECT_EQ(broadcast({4}, {2, 3, 4}), Shape({2, 3, 4}));
  EXPECT_EQ(broadcast({0}, {1}), Shape({0}));  // A one gives way even to nothing.
}

TEST(BroadcastTest, RefusesDimensionsThatDifferAndAreNotOne) {
  Shape result = {9};
  EXPECT_FALSE(Broadcast({2, 3}, {2}, &result));
  EXPECT_FALSE(Broadcast({0}, {2}, &result));
  EXPECT_EQ(result, Shape({9}));  // Left as it was.
}

}  // namespace
}  // namespace mica
