// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/arena_search.h"

#include <gtest/gtest.h>

#include <random>

#include "memory/arena.h"
#include "memory/lower_bounds.h"

namespace mica::memory {
namespace {

// Whether the tensors from `current` on fit into an arena of the given size, by trying every offset.
bool FitsInto(std::size_t size_bytes, std::size_t current, std::span<const Lifetime> tensors,
              std::vector<std::size_t>& offsets) {
  if (current == tensors.size()) return true;
  for (std::size_t offset = 0; offset + tensors[current].size_bytes <= size_bytes; ++offset) {
    bool is_free = true;
    for (std::size_t other = 0; other < current && is_free; ++other) {
      is_free = !AliveTogether(tensors[current], tensors[other]) ||
                offset + tensors[current].size_bytes <= offsets[other] ||
                offsets[other] + tensors[other].size_bytes <= offset;
    }
    if (!is_free) continue;
    offsets[current] = offset;
    if (FitsInto(size_bytes, current + 1, tensors, offsets)) return true;
  }
  return false;
}

TEST(ArenaSearchTest, FindsTheBestPlanOfSmallCases) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Lifetime> tensors;
    for (std::size_t count = 1 + random() % 11; count > 0; --count) {
      const int first_step = static_cast<int>(random() % 8);
      const int last_step = first_step + static_cast<int>(random() % 4);
      tensors.push_back({.first_step = first_step, .last_step = last_step, .size_bytes = 1 + random() % 4});
    }
    const std::size_t size_bytes = PlanArena({.tensors = tensors}, {.budget = 100'000}).size_bytes;
    std::vector<std::size_t> offsets(tensors.size());
    ASSERT_TRUE(size_bytes == OffsetsLowerBound(tensors) || !FitsInto(size_bytes - 1, 0, tensors, offsets));
  }
}

// Cuts a rectangle of steps and bytes again and again: tensors that fit an arena without any gap.
void Cut(const Lifetime& whole, int times, std::mt19937_64& random, std::vector<Lifetime>& pieces) {
  const int steps = whole.last_step - whole.first_step + 1;
  if (times == 0 || (steps == 1 && whole.size_bytes == 1)) {
    pieces.push_back(whole);
    return;
  }
  Lifetime a = whole;
  Lifetime b = whole;
  if (whole.size_bytes == 1 || (steps > 1 && random() % 2 == 0)) {
    a.last_step = whole.first_step + static_cast<int>(random() % (steps - 1));
    b.first_step = a.last_step + 1;
  } else {
    a.size_bytes = 1 + random() % (whole.size_bytes - 1);
    b.size_bytes = whole.size_bytes - a.size_bytes;
  }
  Cut(a, times - 1, random, pieces);
  Cut(b, times - 1, random, pieces);
}

// Harder than any real network, where some step is much wider than the others. Here all steps are full.
TEST(ArenaSearchTest, ReachesTheLowerBoundWhereGreedyDoesNot) {
  std::mt19937_64 random(3);
  int greedy_at_bound = 0;
  int search_at_bound = 0;
  constexpr int kRounds = 50;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Lifetime> tensors;
    Cut({.first_step = 0, .last_step = 20, .size_bytes = 1000}, /*times=*/5, random, tensors);
    greedy_at_bound += PlanArena({.tensors = tensors}, {.budget = 0}).size_bytes == 1000;
    search_at_bound += PlanArena({.tensors = tensors}, {.budget = 1'000'000}).size_bytes == 1000;
  }
  EXPECT_LT(greedy_at_bound, kRounds * 8 / 10);
  EXPECT_GT(search_at_bound, kRounds * 9 / 10);
}

TEST(ArenaSearchTest, TheSameRequestGivesTheSamePlan) {
  std::mt19937_64 random(4);
  std::vector<Lifetime> tensors;
  Cut({.first_step = 0, .last_step = 50, .size_bytes = 10000}, /*times=*/7, random, tensors);
  const ArenaPlan plan = PlanArena({.tensors = tensors}, {.budget = 1'000'000});
  EXPECT_EQ(PlanArena({.tensors = tensors}, {.budget = 1'000'000}), plan);
}

}  // namespace
}  // namespace mica::memory
