// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gtest/gtest.h>

#include "graph/graph.h"

namespace mica::graph {
namespace {

// x ─ A ─ v ─ B(weights) ─ y, which each test breaks in one place.
class VerifierTest : public testing::Test {
 protected:
  VerifierTest() {
    graph_.inputs = {&x_};
    graph_.outputs = {&y_};
  }

  std::string Breakage() const { return Verify(graph_).message(); }

  Graph graph_;
  Value& x_ = graph_.AddValue("x", {.shape = {4}});
  Value& v_ = graph_.AddValue("v", {.shape = {4}});
  Value& weights_ = graph_.AddConstant("weights", {.shape = {4}}, Constant::Own(std::vector<std::byte>(16)));
  Value& y_ = graph_.AddValue("y", {.shape = {4}});
  Node& a_ = graph_.AddNode("A", {}, {&x_}, {&v_});
  Node& b_ = graph_.AddNode("B", {}, {&v_, &weights_}, {&y_});
};

TEST_F(VerifierTest, AcceptsAGoodGraph) {
  EXPECT_EQ(Breakage(), "");
}

TEST_F(VerifierTest, FindsAValueOfAnotherGraph) {
  Graph other;
  graph_.ReplaceInput(b_, 1, other.AddValue("foreign", {}));
  EXPECT_EQ(Breakage(), "node 1 reads a value of another graph.");
}

TEST_F(VerifierTest, FindsAReaderBeforeItsProducer) {
  graph_.InsertBefore(a_, "EARLY", {}, {&v_}, {&graph_.AddValue("z", {})});
  EXPECT_EQ(Breakage(), "node 2 (EARLY) reads %1 before it is computed.");
}

TEST_F(VerifierTest, FindsAWireThatItsValueDoesNotKnow) {
  b_.inputs[0] = &x_;
  EXPECT_EQ(Breakage(), "%0 does not know node 1 as its reader.");
}

TEST_F(VerifierTest, FindsAReaderThatIsGone) {
  v_.readers.push_back(&a_);
  EXPECT_EQ(Breakage(), "a value lists a reader that is not in the graph.");
}

TEST_F(VerifierTest, FindsAWrongProducer) {
  v_.producer = &b_;
  EXPECT_EQ(Breakage(), "%1 names another producer.");
}

TEST_F(VerifierTest, FindsAValueOfTwoSources) {
  graph_.inputs.push_back(&y_);
  EXPECT_EQ(Breakage(), "%3 is computed twice.");
}

TEST_F(VerifierTest, FindsAConstantThatIsComputed) {
  v_.constant = Constant();
  EXPECT_EQ(Breakage(), "%1 is a constant and has a producer.");
}

TEST_F(VerifierTest, FindsAnOutputThatIsNeverComputed) {
  graph_.outputs.push_back(&graph_.AddValue("nowhere", {}));
  EXPECT_EQ(Breakage(), "the output %4 is never computed.");
}

}  // namespace
}  // namespace mica::graph
