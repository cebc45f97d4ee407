// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/remove_identities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/concatenation/concatenation.h"
#include "ops/graph_under_test.h"
#include "ops/reshape/reshape.h"
#include "ops/resize/resize.h"
#include "ops/slice/slice.h"

namespace mica::passes {
namespace {

using ops::Floats;
using ops::Integers;
using ::testing::ElementsAre;

// x [1, 4, 4, 8] ─ RELU ─ v ─ (under test) ─ NEG ─ y
class RemoveIdentitiesTest : public testing::Test {
 protected:
  // What is left once `middle` stands between RELU and NEG.
  std::string OperatorsLeft(graph::Value& middle) {
    test_.graph.outputs = {&test_.Add("NEG", {&middle})};
    RemoveIdentities(test_.graph);
    EXPECT_TRUE(graph::Verify(test_.graph).ok());
    return test_.Operators();
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 4, 4, 8});
  graph::Value& v_ = test_.Add("RELU", {&x_});
};

TEST_F(RemoveIdentitiesTest, AReshapeToTheSameShapeGoes) {
  EXPECT_EQ(OperatorsLeft(test_.Add("RESHAPE", {&v_, &test_.Constant(Integers({4}, {1, 4, 4, 8}))})), "RELU NEG");
  EXPECT_THAT(test_.graph.NodesInOrder()[1]->origins, ElementsAre(1, 2));  // NEG stands for the RESHAPE too.
}

TEST_F(RemoveIdentitiesTest, AReshapeToAnotherShapeStays) {
  EXPECT_EQ(OperatorsLeft(test_.Add("RESHAPE", {&v_, &test_.Constant(Integers({2}, {16, 8}))})), "RELU RESHAPE NEG");
}

TEST_F(RemoveIdentitiesTest, AResizeToTheSameSizeGoes) {
  EXPECT_EQ(OperatorsLeft(test_.Add("RESIZE_BILINEAR", {&v_, &test_.Constant(Integers({2}, {4, 4}))},
                                    ops::ResizeAttributes{.half_pixel_centers = true})),
            "RELU NEG");
}

TEST_F(RemoveIdentitiesTest, APadByNothingAndASliceOfAllGo) {
  graph::Value& padded = test_.Add("PAD", {&v_, &test_.Constant(Integers({4, 2}, {0, 0, 0, 0, 0, 0, 0, 0}))});
  graph::Value& slice = test_.Add(
      "SLICE", {&padded, &test_.Constant(Integers({4}, {0, 0, 0, 0})), &test_.Constant(Integers({4}, {1, -1, 4, 8}))});
  EXPECT_EQ(OperatorsLeft(slice), "RELU NEG");
}

TEST_F(RemoveIdentitiesTest, AConcatenationOfOneGoesAndOneOfTwoStays) {
  graph::Value& one = test_.Add("CONCATENATION", {&v_}, ops::ConcatenationAttributes{.axis = 3});
  graph::Value& two = test_.Add("CONCATENATION", {&one, &x_}, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(OperatorsLeft(two), "RELU CONCATENATION NEG");
}

TEST_F(RemoveIdentitiesTest, ASplitIntoOnePartGoes) {
  EXPECT_EQ(OperatorsLeft(test_.Add("SPLIT", {&test_.Constant(Integers({}, {3})), &v_})), "RELU NEG");
}

TEST_F(RemoveIdentitiesTest, ATransposeOfEqualAxesStays) {
  graph::Value& same = test_.Add("TRANSPOSE", {&v_, &test_.Constant(Integers({4}, {0, 1, 2, 3}))});
  graph::Value& swapped = test_.Add("TRANSPOSE", {&same, &test_.Constant(Integers({4}, {0, 2, 1, 3}))});
  EXPECT_EQ(OperatorsLeft(swapped), "RELU TRANSPOSE NEG");
}

TEST_F(RemoveIdentitiesTest, AStridedSliceThatTurnsAnAxisRoundStays) {
  const auto all = [&](graph::Value& value, int stride) -> graph::Value& {
    return test_.Add("STRIDED_SLICE",
                     {&value, &test_.Constant(Integers({1}, {0})), &test_.Constant(Integers({1}, {0})),
                      &test_.Constant(Integers({1}, {stride}))},
                     ops::StridedSliceAttributes{.begin_mask = 1, .end_mask = 1});
  };
  EXPECT_EQ(OperatorsLeft(all(all(test_.Add("SQUEEZE", {&v_}, ops::SqueezeAttributes{}), 1), -1)),
            "RELU SQUEEZE STRIDED_SLICE NEG");
}

TEST_F(RemoveIdentitiesTest, AddingZeroAndMultiplyingByOneGo) {
  graph::Value& sum = test_.Add("ADD", {&test_.Constant(Floats({}, {0})), &v_});
  EXPECT_EQ(OperatorsLeft(test_.Add("MUL", {&sum, &test_.Constant(Floats({4, 1}, {1, 1, 1, 1}))})), "RELU NEG");
}

TEST_F(RemoveIdentitiesTest, AddingOneAndMultiplyingByZeroStay) {
  graph::Value& sum = test_.Add("ADD", {&v_, &test_.Constant(Floats({}, {1}))});
  EXPECT_EQ(OperatorsLeft(test_.Add("MUL", {&sum, &test_.Constant(Floats({4, 1}, {1, 1, 0, 1}))})), "RELU ADD MUL NEG");
}

TEST_F(RemoveIdentitiesTest, ZerosThatBroadcastTheInputStay) {
  EXPECT_EQ(OperatorsLeft(test_.Add("ADD", {&v_, &test_.Constant(HostTensor({.shape = {3, 1, 1, 1}}))})),
            "RELU ADD NEG");
}

class IdentityAtAnOutputTest : public RemoveIdentitiesTest {
 protected:
  graph::Value& same_ = test_.Add("PAD", {&v_, &test_.Constant(Integers({4, 2}, {0, 0, 0, 0, 0, 0, 0, 0}))});
};

TEST_F(IdentityAtAnOutputTest, TheProducerWritesTheOutputItself) {
  test_.graph.outputs = {&same_};
  EXPECT_EQ(RemoveIdentities(test_.graph), 1);
  EXPECT_EQ(test_.Operators(), "RELU");
  EXPECT_THAT(test_.graph.outputs, ElementsAre(&same_));
  EXPECT_THAT(same_.producer->origins, ElementsAre(0, 1));
}

TEST_F(IdentityAtAnOutputTest, ASecondReaderOfTheInputKeepsIt) {
  test_.graph.outputs = {&same_, &test_.Add("NEG", {&v_})};
  EXPECT_EQ(RemoveIdentities(test_.graph), 0);
}

TEST_F(IdentityAtAnOutputTest, AnInputThatIsAnOutputTooKeepsIt) {
  test_.graph.outputs = {&same_, &v_};
  EXPECT_EQ(RemoveIdentities(test_.graph), 0);
}

TEST(IdentityOfAGraphTest, BetweenInputAndOutputItStays) {
  ops::GraphUnderTest test;
  test.graph.outputs = {&test.Add("RESHAPE", {&test.Input({4}), &test.Constant(Integers({1}, {4}))})};
  EXPECT_EQ(RemoveIdentities(test.graph), 0);
}

}  // namespace
}  // namespace mica::passes
