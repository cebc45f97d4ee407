// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/fold_constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"

namespace mica::passes {
namespace {

using ops::Floats;
using ::testing::ElementsAre;

class FoldConstantsTest : public testing::Test {
 protected:
  int Fold(std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const int folded = FoldConstants(test_.graph);
    EXPECT_TRUE(graph::Verify(test_.graph).ok());
    return folded;
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({2});
  graph::Value& two_three_ = test_.Constant(Floats({2}, {2, 3}));
};

TEST_F(FoldConstantsTest, AChainOfConstantsIsComputed) {
  graph::Value& sum = test_.Add("ADD", {&two_three_, &two_three_});
  graph::Value& product = test_.Add("MUL", {&sum, &two_three_});
  EXPECT_EQ(Fold({&test_.Add("SUB", {&x_, &product})}), 2);
  EXPECT_EQ(test_.Operators(), "SUB");
  EXPECT_THAT(ReadConstant<float>(*product.constant, DataType::kFloat32), ElementsAre(8, 18));
}

TEST_F(FoldConstantsTest, HalfWeightsBecomeFloats) {
  const auto halves = ops::MakeTensor<std::uint16_t>(DataType::kFloat16, {2}, {0x3c00, 0xc000});
  graph::Value& floats = test_.Add("DEQUANTIZE", {&test_.Constant(halves)});
  EXPECT_EQ(Fold({&test_.Add("ADD", {&x_, &floats})}), 1);
  EXPECT_THAT(ReadConstant<float>(*floats.constant, floats.desc.type), ElementsAre(1, -2));
}

TEST_F(FoldConstantsTest, WhatReadsAnInputStays) {
  EXPECT_EQ(Fold({&test_.Add("ADD", {&x_, &two_three_})}), 0);
}

TEST_F(FoldConstantsTest, AnOutputOfTheGraphIsComputedByTheDevice) {
  EXPECT_EQ(Fold({&test_.Add("NEG", {&two_three_})}), 0);
}

TEST_F(FoldConstantsTest, AnUnknownOperatorStays) {
  graph::Value& opaque = test_.graph.AddValue("opaque", {.shape = {2}});
  test_.graph.AddNode("MYSTERY", {}, {&two_three_}, {&opaque});
  EXPECT_EQ(Fold({&test_.Add("ADD", {&x_, &opaque})}), 0);
}

TEST_F(FoldConstantsTest, ATypeThatTheReferenceDoesNotReadStays) {
  graph::Value& bytes = test_.Constant(ops::MakeTensor<std::int8_t>(DataType::kInt8, {2}, {1, 2}));
  graph::Value& product = test_.graph.AddValue("product", {.type = DataType::kInt8, .shape = {2}});
  test_.graph.AddNode("MUL", {}, {&bytes, &bytes}, {&product});
  EXPECT_EQ(Fold({&x_}), 0);
}

// A layer with a float image and quantized weights is valid; its reference would read four bytes where one is.
TEST_F(FoldConstantsTest, QuantizedWeightsAreNotReadAsFloats) {
  graph::Value& image = test_.Constant(HostTensor({.shape = {1, 2, 2, 4}}));
  graph::Value& weights = test_.Constant(HostTensor({.type = DataType::kInt8, .shape = {4, 1, 1, 4}}));
  graph::Value& v = test_.Add("CONV_2D", {&image, &weights}, ops::Conv2dAttributes{});
  EXPECT_EQ(Fold({&test_.Add("ADD", {&v, &test_.Input({4})})}), 0);
}

TEST_F(FoldConstantsTest, AResultOfGigabytesStays) {
  graph::Value& column = test_.Constant(HostTensor({.shape = {1 << 14, 1}}));
  graph::Value& row = test_.Constant(HostTensor({.shape = {1, 1 << 14}}));
  EXPECT_EQ(Fold({&test_.Add("NEG", {&test_.Add("ADD", {&column, &row})})}), 0);
}

}  // namespace
}  // namespace mica::passes
