// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/example_networks.h"

namespace mica::memory {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::Field;
using ::testing::Ge;
using ::testing::Optional;

TEST(StrategyTest, NamesReadBack) {
  for (const Strategy strategy : kAllStrategies) {
    EXPECT_THAT(FindStrategy(StrategyName(strategy)), Optional(strategy));
  }
  EXPECT_EQ(StrategyName(Strategy::kMinCostFlow), "mcfp");
  EXPECT_EQ(StrategyName(Strategy::kByBreadth), "by-breadth");
  EXPECT_THAT(FindStrategy("Greedy"), Eq(std::nullopt));
  EXPECT_THAT(FindStrategy(""), Eq(std::nullopt));
}

TEST(StrategyTest, ComparesAllInOrder) {
  const std::vector<Lifetime> tensors = MobileNetV2(/*element_bytes=*/2);
  const std::vector<StrategyResult> results = CompareStrategies({.tensors = tensors, .alignment = 64});
  ASSERT_EQ(results.size(), kAllStrategies.size());
  for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].strategy, kAllStrategies[i]);
  EXPECT_THAT(results, Each(Field(&StrategyResult::planning_time, Ge(std::chrono::nanoseconds(0)))));
}

TEST(StrategyTest, BestPrefersAnArenaAmongEquals) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 64}, {.size_bytes = 64}};
  EXPECT_THAT(PlanMemory(Strategy::kBest, {.tensors = tensors, .alignment = 64}).object_bytes, ElementsAre(128));
}

TEST(StrategyTest, BestIsObjectsWhereTheAlignmentCostsMore) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 10}, {.size_bytes = 10}};
  EXPECT_THAT(PlanMemory(Strategy::kBest, {.tensors = tensors, .alignment = 256}).object_bytes, ElementsAre(10, 10));
}

// Two parts, written one after the other, are read as a whole.
TEST(StrategyTest, AViewLiesInItsWholeUnderEveryStrategy) {
  const std::vector<Lifetime> tensors = {{.first_step = 0, .last_step = 0, .size_bytes = 64},
                                         {.first_step = 1, .last_step = 1, .size_bytes = 192},
                                         {.first_step = 2, .last_step = 2, .size_bytes = 256},
                                         {.first_step = 2, .last_step = 3, .size_bytes = 64}};
  const std::vector<View> views = {{.tensor = 0, .whole = 2}, {.tensor = 1, .whole = 2, .offset_bytes = 64}};
  for (const StrategyResult& result : CompareStrategies({.tensors = tensors, .views = views, .alignment = 64})) {
    const auto& places = result.plan.places;
    EXPECT_EQ(result.plan.total_bytes(), 256u + 64u) << StrategyName(result.strategy);
    EXPECT_EQ(places[0], places[2]);
    EXPECT_EQ(places[1].object, places[2].object);
    EXPECT_EQ(places[1].offset_bytes, places[2].offset_bytes + 64);
  }
}

TEST(StrategyTest, OffsetsTakeSeveralArenasWhereOneIsTooLarge) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 100}, {.size_bytes = 100}, {.size_bytes = 60}};
  const MemoryPlan plan = PlanMemory(Strategy::kOffsets, {.tensors = tensors, .max_object_bytes = 160});
  EXPECT_THAT(plan.object_bytes, ElementsAre(160, 100));
}

}  // namespace
}  // namespace mica::memory
