// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/shared_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/example_networks.h"
#include "memory/lower_bounds.h"

namespace mica::memory {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The paper's example has its sizes in a figure only. This network has the reuses and totals that the text tells of.
std::vector<Lifetime> PaperExample() {
  NetworkBuilder network;
  const std::size_t v0 = network.Add({}, 48);
  const std::size_t v1 = network.Add({v0}, 12);
  const std::size_t v2 = network.Add({v1}, 8);
  const std::size_t v3 = network.Add({v1}, 16);
  const std::size_t v4 = network.Add({v3}, 40);
  return network.Finish({v2, v4});
}

TEST(PaperExampleTest, GreedyReuses0For2And1For4) {
  const ObjectPlan plan = PlanGreedy(PaperExample());
  EXPECT_THAT(plan.object_of, ElementsAre(0, 1, 0, 2, 1));
  EXPECT_EQ(plan.total_bytes(), 104u);
}

TEST(PaperExampleTest, MinCostFlowReuses0For4) {
  for (const ShortestPaths method : {ShortestPaths::kSpfa, ShortestPaths::kJohnson}) {
    const ObjectPlan plan = PlanMinCostFlow(PaperExample(), method);
    EXPECT_THAT(plan.object_of, ElementsAre(0, 1, 2, 3, 0));
    EXPECT_EQ(plan.total_bytes(), 84u);
  }
}

// The paper's table of intermediate memory; its MB are MiB, its tensors have 16 bits.
TEST(PaperTableTest, MobileNetV1) {
  const std::vector<Lifetime> tensors = MobileNetV1(/*element_bytes=*/2);
  constexpr double kMiB = 1 << 20;
  EXPECT_EQ(tensors.size(), 30u);
  EXPECT_NEAR(static_cast<double>(PlanNaive(tensors).total_bytes()) / kMiB, 9.6, 0.05);
  EXPECT_NEAR(static_cast<double>(PlanGreedy(tensors).total_bytes()) / kMiB, 2.3, 0.05);
  EXPECT_NEAR(static_cast<double>(PlanMinCostFlow(tensors).total_bytes()) / kMiB, 2.7, 0.05);
}

TEST(PaperTableTest, MobileNetV2) {
  const std::vector<Lifetime> tensors = MobileNetV2(/*element_bytes=*/2);
  constexpr double kMiB = 1 << 20;
  EXPECT_EQ(tensors.size(), 64u);
  EXPECT_NEAR(static_cast<double>(PlanNaive(tensors).total_bytes()) / kMiB, 13.2, 0.05);
  EXPECT_NEAR(static_cast<double>(PlanGreedy(tensors).total_bytes()) / kMiB, 4.0, 0.05);
  EXPECT_NEAR(static_cast<double>(PlanMinCostFlow(tensors).total_bytes()) / kMiB, 3.8, 0.05);
}

// One tensor of each size, all dead when `last` is written.
std::vector<Lifetime> FreeObjects(std::initializer_list<std::size_t> sizes, std::size_t last_bytes) {
  std::vector<Lifetime> tensors;
  for (const std::size_t size_bytes : sizes) tensors.push_back({.size_bytes = size_bytes});
  tensors.push_back({.first_step = 1, .last_step = 1, .size_bytes = last_bytes});
  return tensors;
}

TEST(PlanGreedyTest, TakesTheFreeObjectClosestInSize) {
  EXPECT_EQ(PlanGreedy(FreeObjects({10, 50, 100}, 60)).object_of.back(), 1u);
  EXPECT_EQ(PlanGreedy(FreeObjects({10, 50, 100}, 80)).object_of.back(), 2u);
  EXPECT_EQ(PlanGreedy(FreeObjects({10, 50, 100}, 500)).object_of.back(), 2u);
  EXPECT_EQ(PlanGreedy(FreeObjects({10, 50, 100}, 1)).object_of.back(), 0u);
}

TEST(PlanGreedyTest, OfTwoEquallyCloseObjectsTakesTheLarger) {
  EXPECT_EQ(PlanGreedy(FreeObjects({40, 60}, 50)).total_bytes(), 100u);
}

TEST(PlanGreedyTest, GrowsAnObjectRatherThanMakingANewOne) {
  const ObjectPlan plan = PlanGreedy(FreeObjects({10}, 1000));
  EXPECT_THAT(plan.object_bytes, ElementsAre(1000));
}

TEST(PlanGreedyTest, AnObjectGrownOnceIsAsLargeInThePool) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 0, .size_bytes = 10},
      {.first_step = 0, .last_step = 4, .size_bytes = 30},
      {.first_step = 1, .last_step = 1, .size_bytes = 100},  // Takes and enlarges the first.
      {.first_step = 2, .last_step = 4, .size_bytes = 90},
  };
  EXPECT_THAT(PlanGreedy(tensors).object_of, ElementsAre(0, 1, 0, 0));
  EXPECT_EQ(PlanGreedy(tensors).total_bytes(), 130u);
}

// Greedy and the flow hand an object on by size only at that moment; looking at the widest steps first sees both.
TEST(LaterStrategiesTest, AreSmallerThanThePapersOnMobileNetV2) {
  const std::vector<Lifetime> tensors = MobileNetV2(/*element_bytes=*/4);
  EXPECT_LT(PlanBySize(tensors).total_bytes(), PlanMinCostFlow(tensors).total_bytes());
  EXPECT_LT(PlanByBreadth(tensors).total_bytes(), PlanMinCostFlow(tensors).total_bytes());
  EXPECT_LT(PlanMinCostFlow(tensors).total_bytes(), PlanGreedy(tensors).total_bytes());
}

TEST(PlanBySizeTest, ReachesTheLowerBoundOnMobileNetV1) {
  const std::vector<Lifetime> tensors = MobileNetV1(/*element_bytes=*/4);
  EXPECT_EQ(PlanBySize(tensors).total_bytes(), ObjectsLowerBound(tensors));
}

TEST(PlanBySizeTest, EqualTensorsLeaveNoObjectIdle) {
  // Placed by index, the tensor of step 4 would follow that of step 0, and block the object for those of 2 and 3.
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 8},
      {.first_step = 4, .last_step = 5, .size_bytes = 8},
      {.first_step = 2, .last_step = 4, .size_bytes = 8},
      {.first_step = 1, .last_step = 3, .size_bytes = 8},
  };
  EXPECT_EQ(PlanBySize(tensors).total_bytes(), 16u);
}

TEST(PlanEqualKindsTest, NeverMixesKindsAndUsesTheFewestObjects) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 8},
      {.first_step = 1, .last_step = 2, .size_bytes = 8},
      {.first_step = 2, .last_step = 3, .size_bytes = 8},  // Free for it: the first, but that is of another kind.
      {.first_step = 3, .last_step = 4, .size_bytes = 8},
  };
  EXPECT_THAT(PlanEqualKinds(tensors, std::vector<std::size_t>{7, 7, 9, 7}).object_of, ElementsAre(0, 1, 2, 1));
  EXPECT_THAT(PlanEqualKinds(tensors, std::vector<std::size_t>{7, 7, 7, 7}).object_of, ElementsAre(0, 1, 0, 1));
}

TEST(PlanEqualKindsDeathTest, AKindHasOneSize) {
  const std::vector<Lifetime> tensors = FreeObjects({10}, 20);
  EXPECT_DEATH(PlanEqualKinds(tensors, std::vector<std::size_t>{1, 1}), "kind 1 has tensors of 10 and of 20 bytes");
}

TEST(SharedObjectsTest, NoTensorsNeedNoObjects) {
  for (const auto plan : {PlanNaive, PlanGreedy, PlanBySize, PlanByBreadth, PlanBestObjects}) {
    EXPECT_THAT(plan({}).object_of, IsEmpty());
    EXPECT_EQ(plan({}).total_bytes(), 0u);
  }
  EXPECT_EQ(PlanMinCostFlow({}).total_bytes(), 0u);
  EXPECT_EQ(PlanEqualKinds({}, {}).total_bytes(), 0u);
}

}  // namespace
}  // namespace mica::memory
