// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "reference/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/graph_under_test.h"

namespace mica::reference {
namespace {

using ops::Floats;
using ::testing::ElementsAre;

class ReferenceTest : public testing::Test {
 protected:
  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({2});
  graph::Value& v_ = test_.Add("ADD", {&x_, &test_.Constant(Floats({2}, {10, 20}))});
  graph::Value& y_ = test_.Add("MUL", {&v_, &v_});
};

TEST_F(ReferenceTest, ComputesEveryValueOfTheGraph) {
  std::vector<int> done;
  const Result<Tensors> tensors = reference::Run(test_.graph, {{x_.id, Floats({2}, {1, 2})}},
                                                 [&](int count, int total) { done.push_back(count * 10 + total); });
  ASSERT_TRUE(tensors.has_value());
  EXPECT_THAT(tensors->at(v_.id).data<float>(), ElementsAre(11, 22));
  EXPECT_THAT(tensors->at(y_.id).data<float>(), ElementsAre(121, 484));
  EXPECT_THAT(done, ElementsAre(12, 22));
}

TEST_F(ReferenceTest, AnInputThatIsNotGivenIsNamed) {
  const Result<Tensors> tensors = reference::Run(test_.graph, {});
  ASSERT_FALSE(tensors.has_value());
  EXPECT_EQ(tensors.error().message(), "ADD: the tensor 'input 0' is not given.");
}

TEST_F(ReferenceTest, AnOperatorWithoutReferenceIsNamed) {
  test_.graph.AddNode("MYSTERY", {}, {&y_}, {&test_.graph.AddValue("z", {})});
  const Result<Tensors> tensors = reference::Run(test_.graph, {{x_.id, Floats({2}, {1, 2})}});
  ASSERT_FALSE(tensors.has_value());
  EXPECT_EQ(tensors.error().code(), StatusCode::kUnsupported);
  EXPECT_EQ(tensors.error().message(), "MYSTERY: MYSTERY has no reference code.");
}

}  // namespace
}  // namespace mica::reference
