// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "engine/prepare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"

namespace mica::engine {
namespace {

using ops::Integers;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PrepareTest : public testing::Test {
 protected:
  graph::Value& Conv(graph::Value& image, graph::Value& weights) {
    return test_.Add("CONV_2D", {&image, &weights}, ops::Conv2dAttributes{});
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 4, 4, 8});
  gpu::DeviceInfo device_;
};

TEST_F(PrepareTest, OptimizesTheGraphOnItsWayToThePlan) {
  graph::Value& padded = test_.Add("PAD", {&x_, &test_.Constant(Integers({4, 2}, {0, 0, 1, 1, 1, 1, 0, 0}))});
  test_.graph.outputs = {&Conv(padded, test_.Weights({8, 3, 3, 8}))};
  const Result<Prepared> prepared = Prepare(test_.graph, device_, {});
  ASSERT_TRUE(prepared) << prepared.error().message();
  ASSERT_EQ(prepared->plan.dispatches.size(), 1u);
  EXPECT_THAT(prepared->plan.dispatches[0].origins, ElementsAre(0, 1));
  EXPECT_EQ(test_.Operators(), "CONV_2D");
}

TEST_F(PrepareTest, LeavesOutThePassesThatAreNamed) {
  graph::Value& padded = test_.Add("PAD", {&x_, &test_.Constant(Integers({4, 2}, {0, 0, 1, 1, 1, 1, 0, 0}))});
  test_.graph.outputs = {&Conv(padded, test_.Weights({8, 3, 3, 8}))};
  const Result<Prepared> prepared = Prepare(test_.graph, device_, {.without_passes = {"merge_padding"}});
  ASSERT_TRUE(prepared) << prepared.error().message();
  EXPECT_EQ(prepared->plan.dispatches.size(), 2u);
}

TEST_F(PrepareTest, RefusesAPassThatDoesNotExist) {
  test_.graph.outputs = {&test_.Add("RELU", {&x_})};
  const Result<Prepared> prepared = Prepare(test_.graph, device_, {.without_passes = {"merge_paddings"}});
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.error().message(), "there is no pass named 'merge_paddings'.");
  EXPECT_EQ(prepared.error().code(), StatusCode::kInvalidArgument);
}

TEST_F(PrepareTest, SaysWhichOperatorsTheGpuDoesNotTakeAndWhy) {
  graph::Value& v = Conv(x_, test_.Input({8, 1, 1, 8}));
  graph::Value& y = test_.graph.AddValue("y", v.desc);
  test_.graph.AddNode("MYSTERY", {}, {&v}, {&y}).origins = {4};
  test_.graph.outputs = {&y};

  const std::vector<Refusal> refusals = FindRefusals(test_.graph, device_);
  ASSERT_EQ(refusals.size(), 2u);
  EXPECT_EQ(refusals[0].op, "CONV_2D");
  EXPECT_EQ(refusals[0].reason, "weights are constant: got weights computed at run time, allowed is constant");
  EXPECT_THAT(refusals[1].origins, ElementsAre(4));

  const Result<Prepared> prepared = Prepare(test_.graph, device_, {});
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.error().code(), StatusCode::kUnsupported);
  EXPECT_THAT(prepared.error().message(),
              testing::AllOf(testing::HasSubstr("operator #0 (CONV_2D) cannot run on the GPU"),
                             testing::HasSubstr("(and 1 more operators)")));
}

TEST_F(PrepareTest, RefusesNothingOfAGoodGraph) {
  test_.graph.outputs = {&Conv(x_, test_.Weights({8, 1, 1, 8}))};
  EXPECT_THAT(FindRefusals(test_.graph, device_), IsEmpty());
}

}  // namespace
}  // namespace mica::engine
