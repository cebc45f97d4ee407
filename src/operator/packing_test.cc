// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator/packing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace mica {
namespace {

using ::testing::ElementsAre;

std::vector<float> Counting(std::size_t count) {
  std::vector<float> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  return numbers;
}

TEST(PackingTest, LoopsWalkTheirAxesOutermostFirst) {
  const Packing transposed{.source = {2, 3}, .loops = {{.axis = 1, .count = 3}, {.axis = 0, .count = 2}}};
  EXPECT_THAT(Pack(transposed, Counting(6)), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(PackingTest, StepsAlongOneAxisAddUp) {
  const Packing blocks{.source = {6}, .loops = {{.axis = 0, .count = 2}, {.axis = 0, .count = 3, .step = 2}}};
  EXPECT_THAT(Pack(blocks, Counting(6)), ElementsAre(1, 3, 5, 2, 4, 6));
}

TEST(PackingTest, AnIndexBehindTheEndGivesZero) {
  EXPECT_THAT(Pack(PackVector(3), Counting(3)), ElementsAre(1, 2, 3, 0));
  EXPECT_EQ(PackVector(4).elements(), 4u);
  EXPECT_EQ(PackVector(5).elements(), 8u);
}

// Two outputs of five inputs, 1x1: blocks of 4 inputs x 4 outputs, as the comment of Packing has it.
TEST(PackingTest, ConvolutionWeightsBecomeBlocksOfFourInputsByFourOutputs) {
  const Packing packing{.source = {2, 1, 1, 5},
                        .loops = {{0, 1, 4}, {1, 1, 1}, {2, 1, 1}, {3, 2, 4}, {3, 4, 1}, {0, 4, 1}}};
  ASSERT_EQ(packing.elements(), 32u);
  EXPECT_THAT(Pack(packing, Counting(10)), ElementsAre(1, 6, 0, 0,    // Input 0 of outputs 0 to 3.
                                                       2, 7, 0, 0,    //
                                                       3, 8, 0, 0,    //
                                                       4, 9, 0, 0,    //
                                                       5, 10, 0, 0,   // Input 4, the first of the second slice.
                                                       0, 0, 0, 0,    //
                                                       0, 0, 0, 0,    //
                                                       0, 0, 0, 0));  //
}

TEST(PackingTest, PrintsCountStepAndAxisOfEachLoop) {
  const Packing packing{.source = {6, 3}, .loops = {{.axis = 0, .count = 2, .step = 4}, {.axis = 1, .count = 3}}};
  EXPECT_EQ(ToString(packing), "[6, 3][2x4@0][3x1@1]");
}

}  // namespace
}  // namespace mica
