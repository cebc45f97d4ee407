// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/shape_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;

graph::Value ConstantValue(const HostTensor& tensor) {
  graph::Value value{.id = 0, .name = "constant", .desc = tensor.desc()};
  value.constant = graph::Constant::Own({tensor.bytes().begin(), tensor.bytes().end()});
  return value;
}

TEST(ReadIntegersTest, LargeNumbersSaturateInsteadOfWrapping) {
  const auto numbers = MakeTensor<std::int64_t>(
      DataType::kInt64, {2}, {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
  EXPECT_THAT(*ReadIntegers(ConstantValue(numbers), "begin"),
              ElementsAre(std::int64_t{1} << 40, -(std::int64_t{1} << 40)));
}

TEST(ReadIntegersTest, RunTimeNumbersAreNotPossible) {
  graph::Value value{.id = 0, .name = "computed", .desc = {.type = DataType::kInt32, .shape = {2}}};
  EXPECT_EQ(ReadIntegers(value, "begin").error().code(), StatusCode::kUnsupported);
}

TEST(ReadIntegersTest, FloatsAndStringsAreInvalid) {
  EXPECT_EQ(ReadIntegers(ConstantValue(Floats({1}, {1.0f})), "begin").error().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(ReadIntegers(ConstantValue(HostTensor({.type = DataType::kString, .shape = {1}})), "begin").error().code(),
            StatusCode::kInvalidModel);
}

TEST(ReadIntegersTest, MissingBytesAreInvalid) {
  graph::Value value = ConstantValue(Integers({2}, {1, 2}));
  value.desc.shape = {3};
  EXPECT_EQ(ReadIntegers(value, "begin").error().code(), StatusCode::kInvalidModel);
}

TEST(ReadVectorTest, RankAndCountMustFit) {
  EXPECT_TRUE(ReadVector(ConstantValue(Integers({2}, {1, 2})), "begin", 2).has_value());
  EXPECT_FALSE(ReadVector(ConstantValue(Integers({2}, {1, 2})), "begin", 3).has_value());
  EXPECT_FALSE(ReadVector(ConstantValue(Integers({1, 2}, {1, 2})), "begin", 2).has_value());
}

TEST(ReadScalarTest, OneElementOfAnyRank) {
  EXPECT_EQ(*ReadScalar(ConstantValue(Integers({}, {-3})), "the axis"), -3);
  EXPECT_EQ(*ReadScalar(ConstantValue(Integers({1}, {7})), "the axis"), 7);
  EXPECT_FALSE(ReadScalar(ConstantValue(Integers({2}, {1, 2})), "the axis").has_value());
}

TEST(CheckedShapeTest, NoClaimOfAFileOverflows) {
  EXPECT_EQ(*CheckedShape(std::vector<std::int64_t>{2, 0, 3}), Shape({2, 0, 3}));
  EXPECT_FALSE(CheckedShape(std::vector<std::int64_t>{-1}).has_value());
  EXPECT_FALSE(CheckedShape(std::vector<std::int64_t>{std::int64_t{1} << 31}).has_value());
  EXPECT_FALSE(CheckedShape(std::vector<std::int64_t>{1 << 16, 1 << 16}).has_value());
  EXPECT_FALSE(CheckedShape(std::vector<std::int64_t>(9, 1)).has_value());
}

TEST(ResolveAxisTest, NegativeAxesCountFromTheEnd) {
  EXPECT_EQ(*ResolveAxis(-1, 4), 3);
  EXPECT_EQ(*ResolveAxis(3, 4), 3);
  EXPECT_FALSE(ResolveAxis(4, 4).has_value());
  EXPECT_FALSE(ResolveAxis(-5, 4).has_value());
  EXPECT_FALSE(ResolveAxis(0, 0).has_value());
}

}  // namespace
}  // namespace mica::ops
