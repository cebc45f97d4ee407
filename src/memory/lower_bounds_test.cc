// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/lower_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/example_networks.h"

namespace mica::memory {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(LowerBoundsTest, PositionalMaximaComeFromDifferentSteps) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 0, .size_bytes = 100}, {.first_step = 0, .last_step = 0, .size_bytes = 10},
      {.first_step = 1, .last_step = 1, .size_bytes = 60},  {.first_step = 1, .last_step = 1, .size_bytes = 40},
      {.first_step = 1, .last_step = 1, .size_bytes = 5},
  };
  EXPECT_THAT(PositionalMaxima(tensors), ElementsAre(100, 40, 5));
  EXPECT_EQ(ObjectsLowerBound(tensors), 145u);
  EXPECT_EQ(OffsetsLowerBound(tensors), 110u);
}

TEST(LowerBoundsTest, OfNothingIsNothing) {
  EXPECT_THAT(PositionalMaxima({}), IsEmpty());
  EXPECT_EQ(ObjectsLowerBound({}), 0u);
  EXPECT_EQ(OffsetsLowerBound({}), 0u);
}

TEST(LowerBoundsTest, MobileNets) {
  EXPECT_EQ(OffsetsLowerBound(MobileNetV1(/*element_bytes=*/4)), 112u * 112 * (32 + 64) * 4);
  EXPECT_EQ(OffsetsLowerBound(MobileNetV2(/*element_bytes=*/4)), (112u * 112 * 96 + 56 * 56 * 96) * 4);
}

}  // namespace
}  // namespace mica::memory
