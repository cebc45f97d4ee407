// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
//
// What holds for every plan, on random networks. The seed of each is its number: a failure names the one to debug.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "memory/example_networks.h"
#include "memory/lower_bounds.h"
#include "memory/strategy.h"
#include "memory/verify.h"

namespace mica::memory {
namespace {

using ::testing::Eq;

constexpr int kNetworks = 10'000;
constexpr ArenaSearch kShortSearch = {.budget = 2'000};

TEST(PropertiesTest, PlansAreSoundAboveTheirBoundsAndTheSameEachTimeAndBestIsTheSmallest) {
  for (int number = 0; number < kNetworks; ++number) {
    SCOPED_TRACE(number);
    std::mt19937_64 random(number);
    const std::vector<Lifetime> tensors = RandomNetwork(random, /*most_tensors=*/24);
    const MemoryRequest request{.tensors = tensors, .alignment = number % 2 == 0 ? 1 + random() % 256 : 1};

    std::map<Strategy, std::size_t> bytes;
    for (const auto& [strategy, plan, time] : CompareStrategies(request, kShortSearch)) {
      SCOPED_TRACE(StrategyName(strategy));
      ASSERT_THAT(FindFault(request, plan), Eq(std::nullopt));
      const bool is_arena = strategy == Strategy::kOffsets || strategy == Strategy::kBest;
      ASSERT_GE(plan.total_bytes(), is_arena ? OffsetsLowerBound(tensors) : ObjectsLowerBound(tensors));
      ASSERT_TRUE(PlanMemory(strategy, request, kShortSearch) == plan);
      bytes[strategy] = plan.total_bytes();
    }
    for (const auto& [strategy, total] : bytes) ASSERT_LE(bytes[Strategy::kBest], total) << StrategyName(strategy);
  }
}

// Each kind by itself needs as many objects as its tensors are ever alive together, and gets no more.
TEST(PropertiesTest, EqualKindsHaveTheFewestObjects) {
  for (int number = 0; number < kNetworks / 10; ++number) {
    SCOPED_TRACE(number);
    std::mt19937_64 random(number);
    std::vector<Lifetime> tensors = RandomNetwork(random, /*most_tensors=*/40);
    std::map<std::size_t, std::vector<Lifetime>> by_size;
    std::vector<std::size_t> kind_of;
    for (Lifetime& tensor : tensors) {
      tensor.size_bytes = 1 + tensor.size_bytes % 3;
      kind_of.push_back(tensor.size_bytes);
      by_size[tensor.size_bytes].push_back(tensor);
    }
    std::size_t fewest_bytes = 0;
    for (const auto& [size, same] : by_size) fewest_bytes += OffsetsLowerBound(same);

    const ObjectPlan plan = PlanEqualKinds(tensors, kind_of);
    ASSERT_THAT(FindFault({.tensors = tensors}, InObjects(plan)), Eq(std::nullopt));
    ASSERT_EQ(plan.total_bytes(), fewest_bytes);
  }
}

// Views and in-place pairs wherever they are possible at all.
TEST(PropertiesTest, PlansWithViewsAndInPlacePairsAreSoundAndAboveTheirBound) {
  int taken_in_place = 0;
  for (int number = 0; number < kNetworks; ++number) {
    SCOPED_TRACE(number);
    std::mt19937_64 random(number);
    const std::vector<Lifetime> tensors = RandomNetwork(random, /*most_tensors=*/16);
    std::vector<View> views;
    std::vector<InPlace> in_place;
    for (std::size_t a = 0; a < tensors.size(); ++a) {
      if (a + 1 < tensors.size() && random() % 4 == 0) {
        const std::size_t whole = a + 1 + random() % (tensors.size() - a - 1);
        if (tensors[a].size_bytes <= tensors[whole].size_bytes) {
          const std::size_t slack_bytes = tensors[whole].size_bytes - tensors[a].size_bytes;
          views.push_back({.tensor = a, .whole = whole, .offset_bytes = random() % (slack_bytes + 1)});
        }
      }
      for (std::size_t b = 0; b < tensors.size(); ++b) {
        const bool meet = a != b && tensors[b].last_step == tensors[a].first_step;
        if (meet && random() % 2 == 0) in_place.push_back({.output = a, .input = b});
      }
    }
    const MemoryRequest request{
        .tensors = tensors, .views = views, .in_place = in_place, .alignment = 1 + random() % 100};
    const ArenaPlan plan = PlanArena(request, kShortSearch);
    ASSERT_THAT(FindFault(request, InArena(plan)), Eq(std::nullopt));
    ASSERT_GE(plan.size_bytes, ArenaLowerBound(request));
    ASSERT_EQ(plan.size_bytes % request.alignment, 0u);
    for (const Strategy strategy : {Strategy::kNaive, Strategy::kGreedy}) {
      ASSERT_THAT(FindFault(request, PlanMemory(strategy, request)), Eq(std::nullopt)) << StrategyName(strategy);
    }
    for (const auto& [output, input] : in_place) taken_in_place += plan.offsets[output] == plan.offsets[input];
  }
  EXPECT_GT(taken_in_place, kNetworks) << "The permissions are hardly used.";
}

}  // namespace
}  // namespace mica::memory
