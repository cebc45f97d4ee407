// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

NodeUnderTest Depthwise(Window2d window, HostTensor image, HostTensor weights) {
  return NodeUnderTest(kDepthwiseConv2d, DepthwiseConv2dAttributes{window},
                       {RunTime(std::move(image)), Constant(std::move(weights))});
}

NodeUnderTest Depthwise(Window2d window, Shape image, Shape weights) {
  return Depthwise(window, HostTensor({.shape = image}), HostTensor({.shape = weights}));
}

std::string Refusal(Shape image, Shape weights) {
  return Depthwise({}, image, weights).Infer().message();
}

TEST(DepthwiseConv2dTest, KeepsOrMultipliesTheChannels) {
  EXPECT_EQ(Depthwise({}, Shape{2, 9, 7, 6}, Shape{1, 3, 2, 6}).InferredShape(), Shape({2, 7, 6, 6}));
  EXPECT_EQ(Depthwise({}, Shape{2, 9, 7, 6}, Shape{1, 3, 2, 18}).InferredShape(), Shape({2, 7, 6, 18}));
}

TEST(DepthwiseConv2dTest, RefusesShapesThatDoNotFit) {
  EXPECT_THAT(Refusal({1, 9, 7, 6}, {2, 3, 3, 6}), HasSubstr("the weights [1, KH, KW, C]"));
  EXPECT_EQ(Refusal({1, 9, 7, 6}, {1, 3, 3, 8}),
            "the weights have 8 channels; a multiple of the input's 6 is expected.");
  EXPECT_NE(Refusal({1, 9, 7, 0}, {1, 3, 3, 6}), "");
  EXPECT_NE(Refusal({1, 9, 7, 6}, {1, 3, 3, 0}), "");
  EXPECT_NE(Refusal({1, 2, 2, 6}, {1, 3, 3, 6}), "");
}

TEST(DepthwiseConv2dTest, EveryChannelHasAWindowOfItsOwn) {
  EXPECT_THAT(Depthwise({}, Floats({1, 1, 2, 2}, {1, 2, 3, 4}), Floats({1, 1, 2, 2}, {1, 10, 1, 10})).RunFloats(),
              ElementsAre(1 + 3, 20 + 40));
}

TEST(DepthwiseConv2dTest, OutputsOfOneInputChannelAreNeighbours) {
  EXPECT_THAT(Depthwise({}, Floats({1, 1, 1, 2}, {1, 2}), Floats({1, 1, 1, 4}, {1, 10, 100, 1000})).RunFloats(),
              ElementsAre(1, 10, 200, 2000));
}

TEST(DepthwiseConv2dTest, StrideDilationAndPaddingPlaceTheWindow) {
  const HostTensor row = Floats({1, 1, 5, 1}, {1, 2, 3, 4, 5});
  const HostTensor weights = Floats({1, 1, 2, 1}, {1, 10});
  EXPECT_THAT(Depthwise({.stride_x = 2}, row, weights).RunFloats(), ElementsAre(21, 43));
  EXPECT_THAT(Depthwise({.dilation_x = 3}, row, weights).RunFloats(), ElementsAre(41, 52));
  EXPECT_THAT(Depthwise({.padding = schema::Padding_SAME}, row, weights).RunFloats(), ElementsAre(21, 32, 43, 54, 5));
}

TEST(DepthwiseConv2dTest, TheBiasIsAdded) {
  NodeUnderTest depthwise(
      kDepthwiseConv2d, DepthwiseConv2dAttributes{},
      {RunTime(Floats({1, 1, 1, 2}, {1, 2})), Constant(Floats({1, 1, 1, 2}, {1, 1})), Constant(Floats({2}, {10, 20}))});
  EXPECT_THAT(depthwise.RunFloats(), ElementsAre(11, 22));
}

TEST(DepthwiseConv2dTest, TheGpuWantsConstantFloatWeights) {
  EXPECT_TRUE(Depthwise({}, Shape{1, 3, 3, 4}, Shape{1, 1, 1, 4}).GpuSupport().ok());
  const HostTensor quantized({.type = DataType::kInt8, .shape = {1, 1, 1, 4}});
  EXPECT_EQ(Depthwise({}, HostTensor({.shape = {1, 3, 3, 4}}), quantized).GpuSupport().got, "int8");
}

}  // namespace
}  // namespace mica::ops
