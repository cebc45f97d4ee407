// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/transpose/transpose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;

NodeUnderTest Transpose(Shape shape, const std::vector<int>& permutation) {
  HostTensor source({.shape = shape});
  std::iota(source.data<float>().begin(), source.data<float>().end(), 0.0f);
  return NodeUnderTest(kTranspose, {},
                       {RunTime(source), Constant(Integers({static_cast<int>(permutation.size())}, permutation))});
}

TEST(TransposeTest, AgreesWithLiteRt) {
  EXPECT_THAT(Transpose({2, 3}, {1, 0}).RunFloats(), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(Transpose({2, 3}, {-1, 0}).RunFloats(), ElementsAre(0, 3, 1, 4, 2, 5));

  NodeUnderTest of_rank_six = Transpose({2, 3, 2, 1, 2, 2}, {5, 3, 0, 1, 4, 2});
  EXPECT_EQ(of_rank_six.InferredShape(), Shape({2, 1, 2, 3, 2, 2}));
  std::vector<float> elements = of_rank_six.RunFloats();
  elements.resize(8);
  EXPECT_THAT(elements, ElementsAre(0, 4, 2, 6, 8, 12, 10, 14));
}

TEST(TransposeTest, ElementsOfAnyTypeMove) {
  const auto source = MakeTensor<std::int64_t>(DataType::kInt64, {2, 2}, {1, 2, 3, 4});
  NodeUnderTest transpose(kTranspose, {}, {RunTime(source), Constant(Integers({2}, {1, 0}))});
  EXPECT_THAT(transpose.Run().data<std::int64_t>(), ElementsAre(1, 3, 2, 4));
}

TEST(TransposeTest, WhatIsNoPermutationIsInvalid) {
  for (const std::vector<int>& permutation :
       std::vector<std::vector<int>>{{0}, {0, 0}, {0, -2}, {0, 2}, {-3, 0}, {0, 1, 2}, {}}) {
    EXPECT_EQ(Transpose({2, 3}, permutation).Infer().code(), StatusCode::kInvalidModel)
        << ::testing::PrintToString(permutation);
  }
}

TEST(TransposeTest, RunTimePermutationsAreNotPossible) {
  NodeUnderTest transpose(kTranspose, {}, {RunTime(HostTensor({.shape = {2, 3}})), RunTime(Integers({2}, {1, 0}))});
  EXPECT_EQ(transpose.Infer().code(), StatusCode::kUnsupported);
  EXPECT_FALSE(kTranspose.gpu_support(transpose.view(), {}).ok());
}

}  // namespace
}  // namespace mica::ops
