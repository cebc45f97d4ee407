// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/prelu/prelu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PReluTest, AlphaScalesNegativeElementsOfItsChannel) {
  NodeUnderTest prelu(kPRelu, {},
                      {RunTime(Floats({1, 2, 1, 2}, {-1, -1, 2, -4})), Constant(Floats({1, 1, 2}, {0.5f, -0.25f}))});
  EXPECT_THAT(prelu.RunFloats(), ElementsAre(-0.5f, 0.25f, 2, 1));
}

TEST(PReluTest, AlphaMustNotEnlargeTheInput) {
  NodeUnderTest prelu(kPRelu, {}, {RunTime(Floats({1, 2}, {1, 2})), Constant(Floats({2, 2}, {1, 2, 3, 4}))});
  EXPECT_EQ(prelu.Infer().code(), StatusCode::kInvalidModel);
}

TEST(PReluTest, AlphaIsReadOrInlined) {
  const NodeUnderTest read(kPRelu, {}, {RunTime(Floats({2}, {1, 2})), Constant(Floats({2}, {3, 4}))});
  EXPECT_EQ(kPRelu.step(read.view(), 0)->reads.at(0).value, &read.view().input(1));
  const NodeUnderTest inlined(kPRelu, {}, {RunTime(Floats({2}, {1, 2})), Constant(Floats({1}, {0.3f}))});
  EXPECT_THAT(kPRelu.step(inlined.view(), 0)->text, HasSubstr("right = FLOAT4(OTHER);"));
  EXPECT_TRUE(kPRelu.step(inlined.view(), 0)->reads.empty());
}

TEST(PReluTest, ARunTimeAlphaMayBeTheValueAtHand) {
  const NodeUnderTest prelu(kPRelu, {}, {RunTime(Floats({2}, {1, 2})), RunTime(Floats({2}, {3, 4}))});
  EXPECT_THAT(kPRelu.step(prelu.view(), 1)->text, HasSubstr("right = value;"));
}

}  // namespace
}  // namespace mica::ops
