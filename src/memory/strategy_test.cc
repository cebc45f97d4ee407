// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/example_networks.h"

namespace mica::memory {
namespace {

using ::testing::Each;
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
  const std::vector<StrategyResult> results = CompareStrategies(MobileNetV2(/*element_bytes=*/2), /*alignment=*/64);
  ASSERT_EQ(results.size(), kAllStrategies.size());
  for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].strategy, kAllStrategies[i]);
  EXPECT_THAT(results, Each(Field(&StrategyResult::planning_time, Ge(std::chrono::nanoseconds(0)))));
}

TEST(StrategyTest, BestPrefersAnArenaAmongEquals) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 64}, {.size_bytes = 64}};
  EXPECT_TRUE(std::holds_alternative<ArenaPlan>(PlanMemory(Strategy::kBest, tensors, /*alignment=*/64)));
}

TEST(StrategyTest, BestIsObjectsWhereTheAlignmentCostsMore) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 10}, {.size_bytes = 10}};
  const MemoryPlan plan = PlanMemory(Strategy::kBest, tensors, /*alignment=*/256);
  EXPECT_TRUE(std::holds_alternative<ObjectPlan>(plan));
  EXPECT_EQ(TotalBytes(plan), 20u);
}

}  // namespace
}  // namespace mica::memory
