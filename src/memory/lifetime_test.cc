// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/lifetime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::memory {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(LifetimeTest, TheOutputOfAStepIsAliveTogetherWithItsInputs) {
  const Lifetime input{.first_step = 0, .last_step = 3};
  EXPECT_TRUE(AliveTogether(input, {.first_step = 3, .last_step = 5}));
  EXPECT_TRUE(AliveTogether({.first_step = 3, .last_step = 5}, input));
  EXPECT_FALSE(AliveTogether(input, {.first_step = 4, .last_step = 5}));
}

TEST(LifetimeTest, OrdersAreStable) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 2, .last_step = 2, .size_bytes = 10},
      {.first_step = 0, .last_step = 1, .size_bytes = 30},
      {.first_step = 2, .last_step = 4, .size_bytes = 30},
  };
  EXPECT_THAT(InExecutionOrder(tensors), ElementsAre(1, 0, 2));
  EXPECT_THAT(LargestFirst(tensors), ElementsAre(1, 2, 0));
}

TEST(LifetimeTest, AliveAtEachStepIncludesBothEnds) {
  const std::vector<Lifetime> tensors = {{.first_step = 0, .last_step = 1}, {.first_step = 1, .last_step = 3}};
  EXPECT_THAT(AliveAtEachStep(tensors), ElementsAre(ElementsAre(0), ElementsAre(0, 1), ElementsAre(1), ElementsAre(1)));
  EXPECT_THAT(AliveAtEachStep({}), IsEmpty());
}

TEST(LifetimeDeathTest, ATensorCannotDieBeforeItIsBorn) {
  const std::vector<Lifetime> tensors = {{.first_step = 2, .last_step = 1, .size_bytes = 10}};
  EXPECT_DEATH(CheckLifetimes(tensors), "from step 2 to step 1");
}

}  // namespace
}  // namespace mica::memory
