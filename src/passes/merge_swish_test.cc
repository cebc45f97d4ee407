// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/merge_swish.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/graph_under_test.h"

namespace mica::passes {
namespace {

using ::testing::ElementsAre;

class MergeSwishTest : public testing::Test {
 protected:
  int Merge(std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const int merged = MergeSwish(test_.graph);
    EXPECT_TRUE(graph::Verify(test_.graph).ok());
    return merged;
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 4, 4, 8});
};

TEST_F(MergeSwishTest, AValueTimesItsSigmoidIsOneNode) {
  graph::Value& right = test_.Add("MUL", {&x_, &test_.Add("LOGISTIC", {&x_})});
  graph::Value& left = test_.Add("MUL", {&test_.Add("LOGISTIC", {&right}), &right});
  EXPECT_EQ(Merge({&left}), 2);
  EXPECT_EQ(test_.Operators(), "SILU SILU");
  EXPECT_THAT(right.producer->origins, ElementsAre(0, 1));
}

TEST_F(MergeSwishTest, TheSigmoidOfAnotherValueIsAGate) {
  graph::Value& gate = test_.Add("LOGISTIC", {&test_.Input({1, 1, 1, 8})});
  EXPECT_EQ(Merge({&test_.Add("MUL", {&x_, &gate})}), 0);
}

TEST_F(MergeSwishTest, ASigmoidThatOthersReadStays) {
  graph::Value& sigmoid = test_.Add("LOGISTIC", {&x_});
  graph::Value& product = test_.Add("MUL", {&x_, &sigmoid});
  EXPECT_EQ(Merge({&product, &sigmoid}), 0);
  EXPECT_EQ(Merge({&product, &test_.Add("NEG", {&sigmoid})}), 0);
}

}  // namespace
}  // namespace mica::passes
