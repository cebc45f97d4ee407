// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/fold_scales.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/graph_under_test.h"

namespace mica::passes {
namespace {

using ops::Floats;
using ::testing::ElementsAre;

std::vector<float> Elements(const graph::Value& value) {
  return ReadConstant<float>(*value.constant, value.desc.type);
}

// A 1x1 convolution with weights {1, 2} for output 0 and {3, 4} for output 1, bias {10, 20}, and what stands behind it.
class FoldScalesTest : public testing::Test {
 protected:
  graph::Value& Behind(const std::string& op, const HostTensor& constant, bool constant_first = false) {
    graph::Value& other = test_.Constant(constant);
    return constant_first ? test_.Add(op, {&other, &v_}) : test_.Add(op, {&v_, &other});
  }
  int Fold(std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const int folded = FoldScales(test_.graph);
    EXPECT_TRUE(graph::Verify(test_.graph).ok());
    return folded;
  }
  std::vector<float> Weights() const { return Elements(*conv_.inputs[1]); }
  std::vector<float> Bias() const { return Elements(*conv_.inputs[2]); }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 3, 3, 2});
  graph::Value& v_ = test_.Add(
      "CONV_2D", {&x_, &test_.Constant(Floats({2, 1, 1, 2}, {1, 2, 3, 4})), &test_.Constant(Floats({2}, {10, 20}))},
      ops::Conv2dAttributes{});
  graph::Node& conv_ = *v_.producer;
};

TEST_F(FoldScalesTest, AMultiplicationScalesWeightsAndBias) {
  graph::Value& y = Behind("MUL", Floats({2}, {2, -1}));
  EXPECT_EQ(Fold({&y}), 1);
  EXPECT_EQ(test_.Operators(), "CONV_2D");
  EXPECT_EQ(y.producer, &conv_);
  EXPECT_THAT(Weights(), ElementsAre(2, 4, -3, -4));
  EXPECT_THAT(Bias(), ElementsAre(20, -20));
  EXPECT_THAT(conv_.origins, ElementsAre(0, 1));
}

TEST_F(FoldScalesTest, AnAdditionShiftsTheBias) {
  EXPECT_EQ(Fold({&Behind("ADD", Floats({1, 1, 1, 2}, {1, 2}), /*constant_first=*/true)}), 1);
  EXPECT_THAT(Weights(), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Bias(), ElementsAre(11, 22));
}

TEST_F(FoldScalesTest, ASubtractionLooksAtItsOrder) {
  EXPECT_EQ(Fold({&Behind("SUB", Floats({2}, {1, 2}))}), 1);
  EXPECT_THAT(Bias(), ElementsAre(9, 18));
}

TEST_F(FoldScalesTest, ASubtractionFromAConstantTurnsTheSign) {
  EXPECT_EQ(Fold({&Behind("SUB", Floats({2}, {1, 2}), /*constant_first=*/true)}), 1);
  EXPECT_THAT(Weights(), ElementsAre(-1, -2, -3, -4));
  EXPECT_THAT(Bias(), ElementsAre(-9, -18));
}

TEST_F(FoldScalesTest, ADivisionMultipliesByTheInverse) {
  EXPECT_EQ(Fold({&Behind("DIV", Floats({}, {4}))}), 1);
  EXPECT_THAT(Weights(), ElementsAre(0.25, 0.5, 0.75, 1));
  EXPECT_THAT(Bias(), ElementsAre(2.5, 5));
}

TEST_F(FoldScalesTest, ADivisionByZeroStays) {
  EXPECT_EQ(Fold({&Behind("DIV", Floats({2}, {4, 0}))}), 0);
}

TEST_F(FoldScalesTest, ADivisionOfAConstantStays) {
  EXPECT_EQ(Fold({&Behind("DIV", Floats({}, {4}), /*constant_first=*/true)}), 0);
}

TEST_F(FoldScalesTest, AWholeBatchNormalizationGoesInOneWalk) {
  graph::Value& scaled = Behind("MUL", Floats({2}, {2, 3}));
  EXPECT_EQ(Fold({&test_.Add("ADD", {&scaled, &test_.Constant(Floats({2}, {5, 6}))})}), 2);
  EXPECT_THAT(Bias(), ElementsAre(25, 66));
}

TEST_F(FoldScalesTest, AConvolutionBehindAFoldedOneIsStillLookedAt) {
  graph::Value& scaled = Behind("MUL", Floats({}, {2}));
  graph::Value& second =
      test_.Add("CONV_2D", {&scaled, &test_.Constant(Floats({1, 1, 1, 2}, {1, 1}))}, ops::Conv2dAttributes{});
  EXPECT_EQ(Fold({&test_.Add("MUL", {&second, &test_.Constant(Floats({}, {3}))})}), 2);
  EXPECT_EQ(test_.Operators(), "CONV_2D CONV_2D");
}

TEST_F(FoldScalesTest, AConstantForEachPixelStays) {
  EXPECT_EQ(Fold({&Behind("MUL", Floats({3, 1}, {1, 2, 3}))}), 0);
  EXPECT_EQ(Fold({&Behind("ADD", HostTensor({.shape = {3, 3, 2}}))}), 0);
}

TEST_F(FoldScalesTest, AConstantThatBroadcastsTheOutputStays) {
  EXPECT_EQ(Fold({&Behind("MUL", HostTensor({.shape = {2, 1, 1, 1}}))}), 0);
}

TEST_F(FoldScalesTest, ASecondReaderOrAnOutputNeedsTheValueAsItIs) {
  graph::Value& scaled = Behind("MUL", Floats({}, {2}));
  EXPECT_EQ(Fold({&scaled, &v_}), 0);
  EXPECT_EQ(Fold({&scaled, &test_.Add("RELU", {&v_})}), 0);
}

TEST_F(FoldScalesTest, ANumberKnownOnlyAtRunTimeStays) {
  EXPECT_EQ(Fold({&test_.Add("MUL", {&v_, &test_.Input({2})})}), 0);
}

TEST_F(FoldScalesTest, WeightsThatAnotherLayerSharesAreCopied) {
  graph::Value& other = test_.Add("CONV_2D", {&x_, conv_.inputs[1]}, ops::Conv2dAttributes{});
  EXPECT_EQ(Fold({&Behind("MUL", Floats({}, {2})), &other}), 1);
  EXPECT_THAT(Elements(*other.producer->inputs[1]), ElementsAre(1, 2, 3, 4));
}

TEST(FoldScalesOfLayersTest, DepthwiseWeightsHaveTheirOutputsLast) {
  ops::GraphUnderTest test;
  graph::Value& v =
      test.Add("DEPTHWISE_CONV_2D", {&test.Input({1, 3, 3, 2}), &test.Constant(Floats({1, 2, 1, 2}, {1, 2, 3, 4}))},
               ops::DepthwiseConv2dAttributes{});
  graph::Value& y = test.Add("MUL", {&v, &test.Constant(Floats({2}, {10, 100}))});
  test.graph.outputs = {&y};
  EXPECT_EQ(FoldScales(test.graph), 1);
  EXPECT_THAT(Elements(*y.producer->inputs[1]), ElementsAre(10, 200, 30, 400));
}

TEST(FoldScalesOfLayersTest, ALayerWithoutBiasGetsOne) {
  ops::GraphUnderTest test;
  graph::Value& v =
      test.Add("FULLY_CONNECTED", {&test.Input({1, 2}), &test.Constant(Floats({3, 2}, {1, 2, 3, 4, 5, 6}))},
               ops::FullyConnectedAttributes{});
  graph::Value& y = test.Add("ADD", {&v, &test.Constant(Floats({3}, {7, 8, 9}))});
  test.graph.outputs = {&y};
  EXPECT_EQ(FoldScales(test.graph), 1);
  EXPECT_TRUE(graph::Verify(test.graph).ok());
  EXPECT_THAT(Elements(*y.producer->inputs[2]), ElementsAre(7, 8, 9));
}

}  // namespace
}  // namespace mica::passes
