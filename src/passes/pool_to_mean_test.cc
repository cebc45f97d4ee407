// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/pool_to_mean.h"

#include <gtest/gtest.h>

#include "ops/graph_under_test.h"
#include "ops/pool_2d/pool_2d.h"

namespace mica::passes {
namespace {

std::string OperatorBehind(int height, int width, ops::Window2d window = {}) {
  ops::GraphUnderTest test;
  graph::Value& pooled = test.Add("AVERAGE_POOL_2D", {&test.Input({1, 7, 5, 8})},
                                  ops::Pool2dAttributes{.window = window, .height = height, .width = width});
  test.graph.outputs = {&pooled};
  PoolToMean(test.graph);
  EXPECT_TRUE(graph::Verify(test.graph).ok());
  EXPECT_EQ(pooled.producer->origins, std::vector<int>{0});
  return test.Operators();
}

TEST(PoolToMeanTest, AWindowOfTheWholeImageIsAMean) {
  EXPECT_EQ(OperatorBehind(7, 5), "MEAN");
  EXPECT_EQ(OperatorBehind(7, 5, {.stride_y = 7, .stride_x = 5, .padding = schema::Padding_SAME}), "MEAN");
}

TEST(PoolToMeanTest, ASmallerWindowStaysAPool) {
  EXPECT_EQ(OperatorBehind(7, 4), "AVERAGE_POOL_2D");
  EXPECT_EQ(OperatorBehind(3, 5), "AVERAGE_POOL_2D");
}

TEST(PoolToMeanTest, AWindowThatMovesOverTheImageStaysAPool) {
  EXPECT_EQ(OperatorBehind(7, 5, {.padding = schema::Padding_SAME}), "AVERAGE_POOL_2D");
}

}  // namespace
}  // namespace mica::passes
