// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/reshape/reshape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

NodeUnderTest Reshape(Shape source, const std::vector<int>& dims) {
  return NodeUnderTest(
      kReshape, ReshapeAttributes{},
      {RunTime(HostTensor({.shape = source})), Constant(Integers({static_cast<int>(dims.size())}, dims))});
}

NodeUnderTest ReshapeByOptions(Shape source, std::vector<int> dims) {
  return NodeUnderTest(kReshape, ReshapeAttributes{std::move(dims)}, {RunTime(HostTensor({.shape = source}))});
}

NodeUnderTest Squeeze(Shape source, std::vector<int> axes) {
  return NodeUnderTest(kSqueeze, SqueezeAttributes{std::move(axes)}, {RunTime(HostTensor({.shape = source}))});
}

NodeUnderTest ExpandDims(Shape source, HostTensor axis) {
  return NodeUnderTest(kExpandDims, {}, {RunTime(HostTensor({.shape = source})), Constant(std::move(axis))});
}

TEST(ReshapeTest, MinusOneTakesWhatIsLeft) {
  EXPECT_EQ(Reshape({2, 3}, {3, -1}).InferredShape(), Shape({3, 2}));
  EXPECT_EQ(ReshapeByOptions({2, 3}, {-1}).InferredShape(), Shape({6}));
}

TEST(ReshapeTest, ScalarsAreWrittenInThreeWays) {
  EXPECT_EQ(Reshape({1}, {}).InferredShape(), Shape());
  EXPECT_EQ(ReshapeByOptions({1}, {}).InferredShape(), Shape());
  EXPECT_EQ(ReshapeByOptions({1}, {0}).InferredShape(), Shape());
}

TEST(ReshapeTest, EmptyTensorsStretchAsInTfLite) {
  EXPECT_EQ(Reshape({0, 3}, {0, -1}).InferredShape(), Shape({0, 3}));
  EXPECT_EQ(Reshape({0, 3}, {-1, 3}).InferredShape(), Shape({0, 3}));
  EXPECT_EQ(Reshape({0, 3}, {0}).InferredShape(), Shape({0}));
}

TEST(ReshapeTest, ShapesThatDoNotFitAreInvalid) {
  for (const std::vector<int>& dims : std::vector<std::vector<int>>{
           {4}, {-1, -1}, {-1, 4}, {-2, -3}, {0, -1}, {0}, {6, -1, 0}, {1 << 30, 1 << 30, 1 << 30, 16, -1}}) {
    EXPECT_FALSE(Reshape({2, 3}, dims).Infer().ok()) << ::testing::PrintToString(dims);
  }
  EXPECT_THAT(Reshape({2, 3}, {4}).Infer().message(), HasSubstr("6 elements of [2, 3] do not fit the new shape [4]"));
}

TEST(ReshapeTest, OptionsGiveTheShapeWhereTheInputIsNoVector) {
  NodeUnderTest reshape(kReshape, ReshapeAttributes{{3, 2}},
                        {RunTime(HostTensor({.shape = {2, 3}})), Constant(Integers({1, 1}, {6}))});
  EXPECT_EQ(reshape.InferredShape(), Shape({3, 2}));
}

TEST(ReshapeTest, RunTimeShapesAreNotPossible) {
  NodeUnderTest reshape(kReshape, ReshapeAttributes{},
                        {RunTime(HostTensor({.shape = {2, 3}})), RunTime(Integers({1}, {6}))});
  EXPECT_EQ(reshape.Infer().code(), StatusCode::kUnsupported);
  EXPECT_EQ(kReshape.gpu_support(reshape.view(), {}).got, "input 1 computed at run time");
}

TEST(ReshapeTest, ElementsOfAnyTypeKeepTheirOrder) {
  const auto source = MakeTensor<std::int8_t>(DataType::kInt8, {2, 3}, {1, 2, 3, 4, 5, 6});
  NodeUnderTest reshape(kReshape, ReshapeAttributes{{3, 2}}, {RunTime(source)});
  EXPECT_THAT(reshape.Run().data<std::int8_t>(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(ReshapeTest, TheGpuTakesFloatsThatExist) {
  EXPECT_TRUE(Reshape({2, 3}, {6}).GpuSupport().ok());
  EXPECT_EQ(Reshape({0, 3}, {0}).GpuSupport().got, "[0, 3]");
  NodeUnderTest integers(kReshape, ReshapeAttributes{{6}}, {RunTime(Integers({2, 3}, {1, 2, 3, 4, 5, 6}))});
  EXPECT_EQ(integers.GpuSupport().got, "int32");
}

TEST(ReshapeTest, ParseReadsTheOptions) {
  flatbuffers::FlatBufferBuilder builder;
  const std::vector<int> dims = {2, -1};
  const auto options = schema::CreateReshapeOptions(builder, builder.CreateVector(dims));
  const auto parsed =
      ParseInFile(kReshape, builder,
                  {.inputs = {{}}, .options_type = schema::BuiltinOptions_ReshapeOptions, .options = options.Union()});
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(std::any_cast<ReshapeAttributes>(*parsed).new_shape, dims);
}

TEST(ReshapeTest, ParseRefusesOtherNumbersOfInputs) {
  flatbuffers::FlatBufferBuilder none;
  EXPECT_FALSE(ParseInFile(kReshape, none, {.inputs = {}}).has_value());
  flatbuffers::FlatBufferBuilder three;
  EXPECT_FALSE(ParseInFile(kReshape, three, {.inputs = {{}, {}, {}}}).has_value());
}

TEST(SqueezeTest, DropsAllOnesOrTheGivenAxes) {
  EXPECT_EQ(Squeeze({1, 2, 1, 3, 1}, {}).InferredShape(), Shape({2, 3}));
  EXPECT_EQ(Squeeze({1, 2, 1, 3, 1}, {0, -1}).InferredShape(), Shape({2, 1, 3}));
  EXPECT_EQ(Squeeze({1, 2, 1}, {0, 0}).InferredShape(), Shape({2, 1}));
  EXPECT_EQ(Squeeze({1, 1}, {}).InferredShape(), Shape());
}

TEST(SqueezeTest, AxesOfOtherSizesAndOutsideTheShapeAreInvalid) {
  EXPECT_THAT(Squeeze({1, 2, 1}, {1}).Infer().message(), HasSubstr("axis 1 of [1, 2, 1]"));
  EXPECT_EQ(Squeeze({1, 2, 1}, {3}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Squeeze({1, 2, 1}, {-4}).Infer().code(), StatusCode::kInvalidModel);
}

TEST(ExpandDimsTest, TheAxisCountsInTheResult) {
  EXPECT_EQ(ExpandDims({2, 3}, Integers({}, {0})).InferredShape(), Shape({1, 2, 3}));
  EXPECT_EQ(ExpandDims({2, 3}, Integers({}, {2})).InferredShape(), Shape({2, 3, 1}));
  EXPECT_EQ(ExpandDims({2, 3}, Integers({1}, {-1})).InferredShape(), Shape({2, 3, 1}));
  EXPECT_EQ(ExpandDims({2, 3}, Integers({}, {-3})).InferredShape(), Shape({1, 2, 3}));
  EXPECT_EQ(ExpandDims({}, MakeTensor<std::int64_t>(DataType::kInt64, {}, {0})).InferredShape(), Shape({1}));
}

TEST(ExpandDimsTest, OtherAxesAndTooManyDimensionsAreRefused) {
  EXPECT_EQ(ExpandDims({2, 3}, Integers({}, {3})).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(ExpandDims({2, 3}, Integers({}, {-4})).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(ExpandDims({2, 3}, Integers({2}, {0, 1})).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(ExpandDims({1, 1, 1, 1, 1, 1, 1, 1}, Integers({}, {0})).Infer().code(), StatusCode::kUnsupported);
}

}  // namespace
}  // namespace mica::ops
