// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "graph/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

//   x ─ A ─ v ─ B(v, v) ─ y
class GraphTest : public testing::Test {
 protected:
  GraphTest() {
    graph_.inputs = {&x_};
    graph_.outputs = {&y_};
  }
  ~GraphTest() override {
    const Status status = Verify(graph_);
    EXPECT_TRUE(status.ok()) << status.message();
  }

  Graph graph_;
  Value& x_ = graph_.AddValue("x", {.shape = {4}});
  Value& v_ = graph_.AddValue("v", {.shape = {4}});
  Value& y_ = graph_.AddValue("y", {.shape = {4}});
  Node& a_ = graph_.AddNode("A", {}, {&x_}, {&v_});
  Node& b_ = graph_.AddNode("B", {}, {&v_, &v_}, {&y_});
};

TEST_F(GraphTest, WiresAreKnownAtBothEnds) {
  EXPECT_THAT(x_.readers, ElementsAre(&a_));
  EXPECT_EQ(v_.producer, &a_);
  EXPECT_THAT(v_.readers, ElementsAre(&b_, &b_));  // Once for each slot.
  EXPECT_THAT(y_.readers, IsEmpty());
}

TEST_F(GraphTest, AnOptionalInputHasNoWire) {
  Node& node = graph_.AddNode("C", {}, {&x_, nullptr}, {&graph_.AddValue("z", {})});
  EXPECT_THAT(x_.readers, ElementsAre(&a_, &node));
  graph_.Remove(node);
  EXPECT_THAT(x_.readers, ElementsAre(&a_));
}

TEST_F(GraphTest, ReplaceInputMovesOneSlot) {
  graph_.ReplaceInput(b_, 1, x_);
  EXPECT_THAT(b_.inputs, ElementsAre(&v_, &x_));
  EXPECT_THAT(v_.readers, ElementsAre(&b_));
  EXPECT_THAT(x_.readers, ElementsAre(&a_, &b_));
}

TEST_F(GraphTest, ReplaceInputFillsASlotThatWasLeftOut) {
  b_.inputs.push_back(nullptr);
  graph_.ReplaceInput(b_, 2, x_);
  EXPECT_THAT(x_.readers, ElementsAre(&a_, &b_));
}

TEST_F(GraphTest, ReplaceReadersMovesEverySlotAndTheOutputs) {
  graph_.outputs = {&v_, &y_, &v_};
  graph_.ReplaceReaders(v_, x_);
  EXPECT_THAT(b_.inputs, ElementsAre(&x_, &x_));
  EXPECT_THAT(v_.readers, IsEmpty());
  EXPECT_THAT(x_.readers, ElementsAre(&a_, &b_, &b_));
  EXPECT_THAT(graph_.outputs, ElementsAre(&x_, &y_, &x_));
}

TEST_F(GraphTest, RemoveCutsAllWires) {
  graph_.outputs = {&v_};
  graph_.Remove(b_);
  EXPECT_THAT(v_.readers, IsEmpty());
  EXPECT_EQ(y_.producer, nullptr);
  EXPECT_THAT(graph_.NodesInOrder(), ElementsAre(&a_));
}

TEST_F(GraphTest, SetOutputLeavesTheOldValueWithoutProducer) {
  Value& other = graph_.AddValue("other", {.shape = {4}});
  graph_.SetOutput(b_, 0, other);
  graph_.outputs = {&other};
  EXPECT_EQ(y_.producer, nullptr);
  EXPECT_EQ(other.producer, &b_);
}

TEST_F(GraphTest, DetachOutputClosesTheGap) {
  Value& first = graph_.AddValue("first", {});
  Value& second = graph_.AddValue("second", {});
  Node& split = graph_.AddNode("SPLIT", {}, {&x_}, {&first, &second});
  graph_.DetachOutput(split, 0);
  EXPECT_EQ(first.producer, nullptr);
  EXPECT_THAT(split.outputs, ElementsAre(&second));
}

TEST_F(GraphTest, NodesStandWhereTheyAreInserted) {
  Node& before = graph_.InsertBefore(b_, "BEFORE", {}, {&v_}, {&graph_.AddValue("p", {})});
  Node& behind = graph_.InsertBehind(a_, "BEHIND", {}, {&v_}, {&graph_.AddValue("q", {})});
  EXPECT_THAT(graph_.NodesInOrder(), ElementsAre(&a_, &behind, &before, &b_));
}

TEST_F(GraphTest, UnusedValuesAreForgottenButInputsAndOutputsAreNot) {
  graph_.AddConstant("unused", {}, {});
  Value& idle = graph_.AddValue("idle", {});
  graph_.inputs.push_back(&idle);
  graph_.RemoveUnusedValues();
  EXPECT_THAT(graph_.Values(), ElementsAre(&x_, &v_, &y_, &idle));
}

TEST_F(GraphTest, IdsAreNeverGivenTwice) {
  const int highest = graph_.AddValue("gone", {}).id;
  graph_.RemoveUnusedValues();
  EXPECT_GT(graph_.AddValue("new", {}).id, highest);
}

TEST_F(GraphTest, OriginsAreMergedInOrder) {
  a_.origins = {2, 5};
  a_.AddOrigins({5, 1});
  EXPECT_THAT(a_.origins, ElementsAre(1, 2, 5));
}

TEST_F(GraphTest, AttributesOfAnotherTypeAreNotFound) {
  a_.attributes = 7;
  EXPECT_EQ(a_.Attributes<int>(), 7);
  EXPECT_EQ(a_.FindAttributes<float>(), nullptr);
  EXPECT_DEATH(static_cast<void>(a_.Attributes<float>()), "has other attributes");
}

TEST_F(GraphTest, ASecondProducerEndsTheProgram) {
  EXPECT_DEATH(graph_.AddNode("C", {}, {&x_}, {&y_}), "has a producer already");
}

}  // namespace
}  // namespace mica::graph
