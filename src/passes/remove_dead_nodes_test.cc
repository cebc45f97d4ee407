// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/remove_dead_nodes.h"

#include <gtest/gtest.h>

#include "ops/graph_under_test.h"

namespace mica::passes {
namespace {

class RemoveDeadNodesTest : public testing::Test {
 protected:
  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 8});
  graph::Value& v_ = test_.Add("RELU", {&x_});
};

TEST_F(RemoveDeadNodesTest, AChainThatNobodyReadsGoesAsAWhole) {
  graph::Value& constant = test_.Constant(ops::Floats({}, {1}));
  test_.Add("NEG", {&test_.Add("ADD", {&v_, &constant})});
  test_.graph.outputs = {&v_};
  EXPECT_EQ(RemoveDeadNodes(test_.graph), 2);
  EXPECT_EQ(test_.Operators(), "RELU");
  EXPECT_EQ(test_.graph.Values().size(), 2u);  // The constant went with its reader.
}

TEST_F(RemoveDeadNodesTest, WhatAnOutputNeedsStays) {
  test_.graph.outputs = {&test_.Add("NEG", {&v_})};
  EXPECT_EQ(RemoveDeadNodes(test_.graph), 0);
}

TEST_F(RemoveDeadNodesTest, OneUsedOutputOfSeveralIsEnough) {
  graph::Value& first = test_.Add("SPLIT", {&test_.Constant(ops::Integers({}, {1})), &v_}, {}, /*output_count=*/2);
  test_.graph.outputs = {first.producer->outputs[1]};
  EXPECT_EQ(RemoveDeadNodes(test_.graph), 0);
  EXPECT_EQ(test_.Operators(), "RELU SPLIT");
}

TEST_F(RemoveDeadNodesTest, InputsStayEvenWhereNobodyReadsThem) {
  graph::Value& idle = test_.Input({3});
  test_.graph.outputs = {&v_};
  RemoveDeadNodes(test_.graph);
  EXPECT_EQ(test_.graph.inputs.back(), &idle);
  EXPECT_TRUE(graph::Verify(test_.graph).ok());
}

}  // namespace
}  // namespace mica::passes
