// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/conv_2d.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kSame = schema::Padding_SAME;

HostTensor OneToNine() {
  return Floats({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
}

NodeUnderTest Conv(Window2d window, HostTensor image, HostTensor weights) {
  return NodeUnderTest(kConv2d, Conv2dAttributes{window}, {RunTime(std::move(image)), Constant(std::move(weights))});
}

NodeUnderTest Conv(Window2d window, Shape image, Shape weights) {
  return Conv(window, HostTensor({.shape = image}), HostTensor({.shape = weights}));
}

std::string Refusal(Shape image, Shape weights) {
  return Conv({}, image, weights).Infer().message();
}

TEST(Conv2dTest, AValidWindowShrinksTheImage) {
  EXPECT_EQ(Conv({}, Shape{2, 9, 7, 3}, Shape{8, 3, 2, 3}).InferredShape(), Shape({2, 7, 6, 8}));
}

TEST(Conv2dTest, ASameWindowDividesByTheStride) {
  const Window2d window{.stride_y = 2, .stride_x = 3, .padding = kSame};
  EXPECT_EQ(Conv(window, Shape{1, 9, 7, 3}, Shape{8, 5, 5, 3}).InferredShape(), Shape({1, 5, 3, 8}));
}

TEST(Conv2dTest, RefusesShapesThatDoNotFit) {
  EXPECT_THAT(Refusal({9, 7, 3}, {8, 3, 3, 3}), HasSubstr("must have 4 dimensions"));
  EXPECT_EQ(Refusal({1, 9, 7, 3}, {8, 3, 3, 2}), "the weights have 2 channels; the input has 3.");
  EXPECT_EQ(Refusal({1, 9, 7, 6}, {3, 3, 3, 3}), "3 output channels do not split into 2 groups.");
  EXPECT_THAT(Refusal({1, 2, 2, 3}, {8, 3, 3, 3}), HasSubstr("the image has only 2 x 2 pixels"));
}

TEST(Conv2dTest, RefusesEmptyShapesWithoutDividingByThem) {
  EXPECT_NE(Refusal({1, 9, 7, 3}, {8, 3, 3, 0}), "");
  EXPECT_NE(Refusal({1, 9, 7, 0}, {8, 3, 3, 3}), "");
  EXPECT_NE(Refusal({1, 9, 7, 3}, {0, 3, 3, 3}), "");
  EXPECT_NE(Refusal({1, 9, 7, 3}, {8, 0, 3, 3}), "");
  EXPECT_NE(Refusal({1, 0, 7, 3}, {8, 1, 1, 3}), "");
}

TEST(Conv2dTest, TheBiasHasOneNumberForEachOutput) {
  NodeUnderTest conv(kConv2d, Conv2dAttributes{},
                     {RunTime(OneToNine()), Constant(Floats({1, 1, 1, 1}, {1})), Constant(Floats({2}, {1, 2}))});
  EXPECT_EQ(conv.Infer().message(), "the bias has 2 elements; the weights have 1 output channels.");
}

TEST(Conv2dTest, SumsTheWindowAndAddsTheBias) {
  NodeUnderTest conv(kConv2d, Conv2dAttributes{},
                     {RunTime(OneToNine()), Constant(Floats({1, 2, 2, 1}, {1, 1, 1, 1})), Constant(Floats({1}, {10}))});
  EXPECT_THAT(conv.RunFloats(), ElementsAre(22, 26, 34, 38));
}

TEST(Conv2dTest, PaddingCountsAsZeroAndStandsBehind) {
  EXPECT_THAT(Conv({.padding = kSame}, OneToNine(), Floats({1, 2, 2, 1}, {1, 1, 1, 1})).RunFloats(),
              ElementsAre(12, 16, 9, 24, 28, 15, 15, 17, 9));
}

TEST(Conv2dTest, DilationSkipsPixels) {
  EXPECT_THAT(
      Conv({.dilation_y = 2, .dilation_x = 2}, OneToNine(), Floats({1, 2, 2, 1}, {1, 10, 100, 1000})).RunFloats(),
      ElementsAre(1 + 30 + 700 + 9000));
}

TEST(Conv2dTest, WeightsWithFewerChannelsMakeGroups) {
  EXPECT_THAT(Conv({}, Floats({1, 1, 1, 4}, {1, 2, 3, 4}), Floats({2, 1, 1, 2}, {1, 1, 1, -1})).RunFloats(),
              ElementsAre(3, -1));
}

TEST(Conv2dTest, EveryBatchIsComputed) {
  EXPECT_THAT(Conv({}, Floats({2, 1, 1, 1}, {1, 2}), Floats({2, 1, 1, 1}, {3, 5})).RunFloats(),
              ElementsAre(3, 5, 6, 10));
}

TEST(Conv2dTest, OptionsOfTheFileAreRead) {
  flatbuffers::FlatBufferBuilder builder;
  const auto options = schema::CreateConv2DOptions(builder, kSame, /*stride_w=*/2, /*stride_h=*/3,
                                                   schema::ActivationFunctionType_NONE, /*dilation_w_factor=*/4,
                                                   /*dilation_h_factor=*/5);
  const Result<std::any> parsed = ParseInFile(
      kConv2d, builder,
      {.inputs = {{}, {}}, .options_type = schema::BuiltinOptions_Conv2DOptions, .options = options.Union()});
  ASSERT_TRUE(parsed.has_value());
  const Window2d window = std::any_cast<Conv2dAttributes>(*parsed).window;
  EXPECT_EQ(window.padding, kSame);
  EXPECT_EQ(window.stride_x, 2);
  EXPECT_EQ(window.stride_y, 3);
  EXPECT_EQ(window.dilation_x, 4);
  EXPECT_EQ(window.dilation_y, 5);
}

TEST(Conv2dTest, OneInputIsTooFew) {
  flatbuffers::FlatBufferBuilder builder;
  EXPECT_FALSE(ParseInFile(kConv2d, builder, {.inputs = {{}}}).has_value());
}

TEST(Conv2dTest, TheGpuWantsConstantFloatWeights) {
  EXPECT_TRUE(Conv({}, Shape{1, 3, 3, 4}, Shape{4, 1, 1, 4}).GpuSupport().ok());
  const auto run_time = RunTime(HostTensor({.shape = {4, 1, 1, 4}}));
  EXPECT_EQ(NodeUnderTest(kConv2d, Conv2dAttributes{}, {RunTime(HostTensor({.shape = {1, 3, 3, 4}})), run_time})
                .GpuSupport()
                .rule,
            "weights are constant");
  const HostTensor quantized({.type = DataType::kInt8, .shape = {4, 1, 1, 4}});
  EXPECT_EQ(Conv({}, HostTensor({.shape = {1, 3, 3, 4}}), quantized).GpuSupport().got, "int8");
}

TEST(Conv2dTest, ASoftwareGpusKernelsAreChosenByTheWindowAndTheGroups) {
  const auto kernel = [](Window2d window, Shape weights) {
    return Conv(window, Shape{1, 8, 8, 8}, weights).Lower({.kind = gpu::DeviceKind::kSoftware}).at(0).name;
  };
  EXPECT_EQ(kernel({}, {8, 1, 1, 8}), "conv_2d_pointwise");
  EXPECT_EQ(kernel({.stride_y = 2, .stride_x = 2}, {8, 1, 1, 8}), "conv_2d_pointwise");
  EXPECT_EQ(kernel({}, {8, 3, 3, 8}), "conv_2d");
  EXPECT_EQ(kernel({.explicit_padding = {.right = 1}}, {8, 1, 1, 8}), "conv_2d");  // Reads beyond the image.
  EXPECT_EQ(kernel({}, {8, 1, 1, 4}), "conv_2d");
  EXPECT_EQ(kernel({}, {4, 1, 1, 2}), "conv_2d_unaligned_groups");
}

TEST(Conv2dTest, MultiplyAddsAreCountedByTheWeights) {
  NodeUnderTest conv = Conv({}, Shape{1, 4, 4, 8}, Shape{16, 3, 3, 8});
  conv.InferredShape();
  EXPECT_EQ(kConv2d.multiply_adds(conv.view()), 2 * 2 * 16 * 3 * 3 * 8);
}

}  // namespace
}  // namespace mica::ops
