// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/slice/slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;

// 0, 1, 2, ... in this shape.
HostTensor Counting(Shape shape) {
  HostTensor tensor({.shape = shape});
  std::iota(tensor.data<float>().begin(), tensor.data<float>().end(), 0.0f);
  return tensor;
}

NodeInput Vector(const std::vector<int>& numbers) {
  return Constant(Integers({static_cast<int>(numbers.size())}, numbers));
}

NodeUnderTest Slice(Shape source, const std::vector<int>& begin, const std::vector<int>& size) {
  return NodeUnderTest(kSlice, {}, {RunTime(Counting(source)), Vector(begin), Vector(size)});
}

// Of a [3, 4, 5] source.
NodeUnderTest Strided(const std::vector<int>& begin, const std::vector<int>& end, const std::vector<int>& strides,
                      StridedSliceAttributes attributes = {}) {
  return NodeUnderTest(kStridedSlice, attributes,
                       {RunTime(Counting({3, 4, 5})), Vector(begin), Vector(end), Vector(strides)});
}

// Shape and elements, checked with LiteRT.
#define EXPECT_PART(node, expected_shape, ...)                  \
  do {                                                          \
    NodeUnderTest under_test = (node);                          \
    EXPECT_EQ(under_test.InferredShape(), expected_shape);      \
    std::vector<float> elements = under_test.RunFloats();       \
    elements.resize(std::min<std::size_t>(elements.size(), 8)); \
    EXPECT_THAT(elements, ElementsAre(__VA_ARGS__));            \
  } while (false)

TEST(SliceTest, AgreesWithLiteRt) {
  EXPECT_PART(Slice({4, 5}, {1, 2}, {2, -1}), Shape({2, 3}), 7, 8, 9, 12, 13, 14);
  EXPECT_PART(Slice({2, 1, 2, 1, 2, 2}, {1, 0, 0, 0, 0, 1}, {1, 1, 1, 1, 1, 1}), Shape({1, 1, 1, 1, 1, 1}), 9);
}

TEST(SliceTest, PartsMayBeEmpty) {
  EXPECT_EQ(Slice({4, 5}, {4, 0}, {-1, 1}).InferredShape(), Shape({0, 1}));
  EXPECT_EQ(Slice({4, 5}, {1, 2}, {0, 1}).InferredShape(), Shape({0, 1}));
  EXPECT_EQ(Slice({4, 5}, {1, 2}, {0, 1}).GpuSupport().got, "[0, 1]");
}

TEST(SliceTest, PartsOutsideTheSourceAreInvalid) {
  constexpr int kHuge = std::numeric_limits<int>::max();
  EXPECT_EQ(Slice({4, 5}, {1, 2}, {2, -2}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Slice({4, 5}, {3, 2}, {2, 1}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Slice({4, 5}, {-1, 2}, {1, 1}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Slice({4, 5}, {5, 0}, {-1, 1}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Slice({4, 5}, {kHuge, 0}, {kHuge, 1}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Slice({4, 5}, {1}, {1}).Infer().code(), StatusCode::kInvalidModel);
}

TEST(SliceTest, RunTimePartsAreNotPossible) {
  NodeUnderTest slice(kSlice, {}, {RunTime(Counting({4})), RunTime(Integers({1}, {0})), Vector({1})});
  EXPECT_EQ(slice.Infer().code(), StatusCode::kUnsupported);
  EXPECT_FALSE(kSlice.gpu_support(slice.view(), {}).ok());
}

TEST(StridedSliceTest, BeginEndAndStridesAgreeWithLiteRt) {
  EXPECT_PART(Strided({0, 1, 2}, {2, 4, 5}, {1, 2, 2}), Shape({2, 2, 2}), 7, 9, 17, 19, 27, 29, 37, 39);
  EXPECT_PART(Strided({1}, {3}, {1}), Shape({2, 4, 5}), 20, 21, 22, 23, 24, 25, 26, 27);
  EXPECT_PART(Strided({2, -1, 4}, {0, -5, 0}, {-1, -2, -3}), Shape({2, 2, 2}), 59, 56, 49, 46, 39, 36, 29, 26);
  EXPECT_PART(Strided({-9, 0, 2}, {99, 99, -99}, {1, 3, -1}), Shape({3, 2, 3}), 2, 1, 0, 17, 16, 15, 22, 21);
  EXPECT_PART(Strided({1, 3, 0}, {0, -9, 5}, {-2, -1, 1}), Shape({1, 4, 5}), 35, 36, 37, 38, 39, 30, 31, 32);
  EXPECT_EQ(Strided({2, 0, 0}, {1, 4, 5}, {1, 1, 1}).InferredShape(), Shape({0, 4, 5}));
  EXPECT_PART(Strided({0, 0, 0, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}), Shape({1, 1, 1}), 0);
}

TEST(StridedSliceTest, BeginAndEndMasksAgreeWithLiteRt) {
  EXPECT_PART(Strided({1, 1, 1}, {2, 2, 2}, {1, 1, 1}, {.begin_mask = 1, .end_mask = 4}), Shape({2, 1, 4}), 6, 7, 8, 9,
              26, 27, 28, 29);
  EXPECT_PART(Strided({0, 0, 0}, {0, 0, 0}, {-1, -2, -3}, {.begin_mask = 7, .end_mask = 7}), Shape({3, 2, 2}), 59, 56,
              49, 46, 39, 36, 29, 26);
}

TEST(StridedSliceTest, ShrunkAxesAgreeWithLiteRt) {
  EXPECT_PART(Strided({1, 2, -1}, {0, 0, 0}, {1, 1, 1}, {.shrink_axis_mask = 7}), Shape(), 34);
  EXPECT_PART(Strided({0, 2, 0}, {3, 3, 5}, {1, 1, 1}, {.shrink_axis_mask = 2}), Shape({3, 5}), 10, 11, 12, 13, 14, 30,
              31, 32);
  EXPECT_PART(Strided({0, 2, 0}, {3, 3, 5}, {1, 1, 1}, {.begin_mask = 2, .shrink_axis_mask = 2}), Shape({3, 5}), 0, 1,
              2, 3, 4, 20, 21, 22);
  EXPECT_PART(Strided({0, -9, 0}, {3, 5, 5}, {1, 1, 1}, {.shrink_axis_mask = 2}), Shape({3, 5}), 0, 1, 2, 3, 4, 20, 21,
              22);
}

TEST(StridedSliceTest, EllipsesAgreeWithLiteRt) {
  EXPECT_PART(Strided({1, 0, 2}, {2, 0, 4}, {1, 1, 1}, {.ellipsis_mask = 2}), Shape({1, 4, 2}), 22, 23, 27, 28, 32, 33,
              37, 38);
  EXPECT_PART(Strided({0, 2}, {0, 4}, {1, 1}, {.ellipsis_mask = 1}), Shape({3, 4, 2}), 2, 3, 7, 8, 12, 13, 17, 18);
  EXPECT_PART(Strided({1, 0}, {2, 0}, {1, 1}, {.ellipsis_mask = 2}), Shape({1, 4, 5}), 20, 21, 22, 23, 24, 25, 26, 27);
  // TFLite gives an ellipsis one axis at least, and overlooks the entry that is left over.
  EXPECT_PART(Strided({1, 0, 1, 2}, {2, 0, 3, 4}, {1, 1, 1, 1}, {.ellipsis_mask = 2}), Shape({1, 4, 2}), 21, 22, 26, 27,
              31, 32, 36, 37);
  EXPECT_PART(Strided({0, 2}, {0, 4}, {1, 1}, {.ellipsis_mask = 1, .shrink_axis_mask = 2}), Shape({3, 4}), 2, 7, 12, 17,
              22, 27, 32, 37);
}

TEST(StridedSliceTest, NewAxesAgreeWithLiteRt) {
  EXPECT_PART(Strided({1, 0, 2}, {2, 0, 4}, {1, 1, 1}, {.new_axis_mask = 2}), Shape({1, 1, 2, 5}), 30, 31, 32, 33, 34,
              35, 36, 37);
  EXPECT_PART(Strided({0, 0, 2}, {0, 0, 4}, {1, 1, 1}, {.ellipsis_mask = 1, .new_axis_mask = 2}), Shape({3, 4, 1, 2}),
              2, 3, 7, 8, 12, 13, 17, 18);
  EXPECT_PART(Strided({1, 0, 2, 0}, {2, 4, 4, 0}, {1, 1, 1, 1}, {.new_axis_mask = 8}), Shape({1, 4, 2, 1}), 22, 23, 27,
              28, 32, 33, 37, 38);
  EXPECT_PART(Strided({0, 1, 0}, {0, 2, 3}, {1, 1, 1}, {.new_axis_mask = 1, .shrink_axis_mask = 2}), Shape({1, 3, 5}),
              20, 21, 22, 23, 24, 25, 26, 27);
}

TEST(StridedSliceTest, OffsetsFromBeginAgreeWithLiteRt) {
  EXPECT_PART(Strided({0, 1, 2}, {2, 2, 1}, {1, 1, 1}, {.offset = true}), Shape({2, 2, 1}), 7, 12, 27, 32);
  EXPECT_PART(Strided({-2, -3, -4}, {2, 2, 1}, {1, 1, 1}, {.offset = true}), Shape({2, 2, 1}), 26, 31, 46, 51);
  EXPECT_PART(Strided({1, 1, 2}, {1, 2, 1}, {1, 1, 1}, {.begin_mask = 1, .offset = true}), Shape({1, 2, 1}), 7, 12);
  EXPECT_PART(Strided({2, 3, 4}, {-2, -2, -1}, {-1, -1, -1}, {.offset = true}), Shape({2, 2, 1}), 59, 54, 39, 34);
  EXPECT_PART(Strided({1, 1, 2}, {1, 1, 1}, {1, 1, 1}, {.end_mask = 1, .offset = true}), Shape({1, 1, 1}), 27);
}

TEST(StridedSliceTest, WhatReadsOutsideTheSourceIsInvalid) {
  const auto invalid = [](NodeUnderTest node) { return node.Infer().code() == StatusCode::kInvalidModel; };
  EXPECT_TRUE(invalid(Strided({0, 0, 0}, {1, 1, 1}, {1, 0, 1})));
  EXPECT_TRUE(invalid(Strided({0, 4, 0}, {3, 5, 5}, {1, 1, 1}, {.shrink_axis_mask = 2})));
  EXPECT_TRUE(invalid(Strided({0, 2, 0}, {3, 5, 5}, {1, -1, 1}, {.shrink_axis_mask = 2})));
  EXPECT_TRUE(invalid(Strided({1, 1, 2}, {9, 2, 1}, {1, 1, 1}, {.offset = true})));
  EXPECT_TRUE(invalid(Strided({1, 1, 2}, {-3, 2, 1}, {-1, 1, 1}, {.offset = true})));
  EXPECT_TRUE(invalid(Strided({0, 0, 0}, {1, 1}, {1, 1, 1})));
  EXPECT_TRUE(invalid(Strided(std::vector<int>(40, 0), std::vector<int>(40, 1), std::vector<int>(40, 1))));
}

TEST(StridedSliceTest, ExtremeNumbersStayInsideTheSource) {
  constexpr int kMin = std::numeric_limits<int>::min();
  constexpr int kMax = std::numeric_limits<int>::max();
  EXPECT_PART(Strided({kMin, 0, 0}, {kMax, 1, 1}, {kMax, 1, 1}), Shape({1, 1, 1}), 0);
  EXPECT_PART(Strided({kMax, 0, 0}, {kMin, 1, 1}, {kMin, 1, 1}), Shape({1, 1, 1}), 40);
  EXPECT_EQ(Strided({0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {-1, -1, -1, -1, -1, true}).InferredShape(), Shape({3, 4, 5}));
}

TEST(StridedSliceTest, MoreThanEightDimensionsAreNotSupported) {
  EXPECT_EQ(Strided(std::vector<int>(6, 0), std::vector<int>(6, 0), std::vector<int>(6, 1), {.new_axis_mask = 63})
                .Infer()
                .code(),
            StatusCode::kUnsupported);
}

TEST(StridedSliceTest, ParseReadsEveryMask) {
  flatbuffers::FlatBufferBuilder builder;
  const auto options = schema::CreateStridedSliceOptions(builder, 1, 2, 3, 4, 5, true);
  const auto parsed = ParseInFile(kStridedSlice, builder,
                                  {.inputs = {{}, {}, {}, {}},
                                   .options_type = schema::BuiltinOptions_StridedSliceOptions,
                                   .options = options.Union()});
  ASSERT_TRUE(parsed.has_value());
  const auto attributes = std::any_cast<StridedSliceAttributes>(*parsed);
  EXPECT_EQ(attributes.begin_mask, 1);
  EXPECT_EQ(attributes.end_mask, 2);
  EXPECT_EQ(attributes.ellipsis_mask, 3);
  EXPECT_EQ(attributes.new_axis_mask, 4);
  EXPECT_EQ(attributes.shrink_axis_mask, 5);
  EXPECT_TRUE(attributes.offset);
}

}  // namespace
}  // namespace mica::ops
