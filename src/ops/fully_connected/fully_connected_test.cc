// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/fully_connected/fully_connected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

NodeUnderTest Dense(FullyConnectedAttributes attributes, HostTensor src, HostTensor weights) {
  return NodeUnderTest(kFullyConnected, attributes, {RunTime(std::move(src)), Constant(std::move(weights))});
}

NodeUnderTest Dense(FullyConnectedAttributes attributes, Shape src, Shape weights) {
  return Dense(attributes, HostTensor({.shape = src}), HostTensor({.shape = weights}));
}

TEST(FullyConnectedTest, FlattensItsInputIntoRows) {
  EXPECT_EQ(Dense({}, Shape{1, 3, 3, 8}, Shape{6, 72}).InferredShape(), Shape({1, 6}));
  EXPECT_EQ(Dense({}, Shape{2, 3, 8}, Shape{6, 8}).InferredShape(), Shape({6, 6}));
  EXPECT_EQ(Dense({}, Shape{8}, Shape{6, 8}).InferredShape(), Shape({1, 6}));
}

TEST(FullyConnectedTest, KeepsTheDimensionsWhereAsked) {
  EXPECT_EQ(Dense({.keep_num_dims = true}, Shape{2, 3, 8}, Shape{6, 8}).InferredShape(), Shape({2, 3, 6}));
  EXPECT_THAT(Dense({.keep_num_dims = true}, Shape{2, 3, 8}, Shape{6, 24}).Infer().message(),
              HasSubstr("the input's last dimension must be 24"));
}

TEST(FullyConnectedTest, RefusesShapesThatDoNotFit) {
  const auto refusal = [](Shape src, Shape weights) { return Dense({}, src, weights).Infer().message(); };
  EXPECT_EQ(refusal({1, 7}, {6, 8}), "the input [1, 7] does not split into rows of 8, as the weights want.");
  EXPECT_EQ(refusal({1, 8}, {8}), "the weights must be [outputs, inputs]; they are [8].");
  EXPECT_NE(refusal({1, 8}, {6, 0}), "");
  EXPECT_NE(refusal({0, 8}, {6, 8}), "");
}

TEST(FullyConnectedTest, EveryOutputIsAWeightedSumOfItsRow) {
  const HostTensor rows = Floats({2, 2}, {1, 2, 3, 4});
  const HostTensor weights = Floats({3, 2}, {1, 0, 0, 1, 10, 100});
  EXPECT_THAT(Dense({}, rows, weights).RunFloats(), ElementsAre(1, 2, 210, 3, 4, 430));
}

TEST(FullyConnectedTest, TheBiasIsAdded) {
  NodeUnderTest dense(kFullyConnected, FullyConnectedAttributes{},
                      {RunTime(Floats({1, 2}, {1, 2})), Constant(Floats({1, 2}, {1, 1})), Constant(Floats({1}, {10}))});
  EXPECT_THAT(dense.RunFloats(), ElementsAre(13));
}

TEST(FullyConnectedTest, TheGpuWantsConstantFloatWeightsInTheDefaultFormat) {
  EXPECT_TRUE(Dense({}, Shape{1, 8}, Shape{4, 8}).GpuSupport().ok());
  const auto shuffled = schema::FullyConnectedOptionsWeightsFormat_SHUFFLED4x16INT8;
  EXPECT_EQ(Dense({.weights_format = shuffled}, Shape{1, 8}, Shape{4, 8}).GpuSupport().got, "shuffled weights");
  const HostTensor quantized({.type = DataType::kInt8, .shape = {4, 8}});
  EXPECT_EQ(Dense({}, HostTensor({.shape = {1, 8}}), quantized).GpuSupport().got, "int8");
}

}  // namespace
}  // namespace mica::ops
