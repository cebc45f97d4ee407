// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/several_arenas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "memory/example_networks.h"
#include "memory/verify.h"

namespace mica::memory {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::Le;

TEST(SeveralArenasTest, TensorsThatNeverMeetShareAPlace) {
  const std::vector<Lifetime> tensors = {{.first_step = 0, .last_step = 1, .size_bytes = 100},
                                         {.first_step = 1, .last_step = 2, .size_bytes = 100},
                                         {.first_step = 2, .last_step = 3, .size_bytes = 100}};
  const MemoryPlan plan = PlanSeveralArenas({.tensors = tensors, .max_object_bytes = 100});
  EXPECT_THAT(plan.object_bytes, ElementsAre(100, 100));
  EXPECT_EQ(plan.places[0], plan.places[2]);
}

TEST(SeveralArenasTest, ALimitThatIsNoMultipleOfTheAlignmentIsKept) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 100}, {.size_bytes = 90}};
  const MemoryPlan plan = PlanSeveralArenas({.tensors = tensors, .alignment = 64, .max_object_bytes = 100});
  EXPECT_THAT(plan.object_bytes, ElementsAre(100, 100));
}

TEST(SeveralArenasTest, AnyNetworkFitsIntoArenasOfItsLargestTensor) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Lifetime> tensors = RandomNetwork(random, 40);
    std::size_t largest = 0;
    for (const Lifetime& tensor : tensors) largest = std::max(largest, tensor.size_bytes);
    const MemoryRequest request{.tensors = tensors, .alignment = 16, .max_object_bytes = largest};
    const MemoryPlan plan = PlanSeveralArenas(request);
    ASSERT_THAT(FindFault(request, plan), Eq(std::nullopt)) << "round " << round;
    ASSERT_THAT(plan.object_bytes, Each(Le(largest)));
  }
}

}  // namespace
}  // namespace mica::memory
