// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/arena.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "memory/example_networks.h"
#include "memory/shared_objects.h"
#include "memory/verify.h"

namespace mica::memory {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::IsEmpty;

TEST(PlanArenaTest, DeadTensorsLendTheirMemory) {
  const std::vector<Lifetime> chain = {
      {.first_step = 0, .last_step = 1, .size_bytes = 100},
      {.first_step = 1, .last_step = 2, .size_bytes = 100},
      {.first_step = 2, .last_step = 3, .size_bytes = 100},  // Born after the first has died.
  };

  const ArenaPlan plan = PlanArena({.tensors = chain});

  EXPECT_EQ(plan.offsets[2], plan.offsets[0]);
  EXPECT_EQ(plan.size_bytes, 200u);
}

TEST(PlanArenaTest, TensorsStartAtTheAlignment) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 100}, {.size_bytes = 70}, {.size_bytes = 1}};
  const ArenaPlan plan = PlanArena({.tensors = tensors, .alignment = 48});
  EXPECT_THAT(plan.offsets, ElementsAre(0, 144, 240));
  EXPECT_EQ(plan.size_bytes, 288u);
}

TEST(PlanArenaTest, NoTensorsNeedNoMemory) {
  EXPECT_THAT(PlanArena({}).offsets, IsEmpty());
  EXPECT_EQ(PlanArena({}).size_bytes, 0u);
}

TEST(PlanArenaTest, MobileNetsAreAtTheirLowerBounds) {
  constexpr double kMiB = 1 << 20;
  EXPECT_NEAR(static_cast<double>(PlanArena({.tensors = MobileNetV1(4)}).size_bytes) / kMiB, 4.594, 0.0005);
  EXPECT_NEAR(static_cast<double>(PlanArena({.tensors = MobileNetV2(4)}).size_bytes) / kMiB, 5.742, 0.0005);
}

TEST(PlanArenaTest, IsNeverLargerThanTheBestObjects) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Lifetime> tensors = RandomNetwork(random, /*most_tensors=*/30);
    const ArenaPlan plan = PlanArena({.tensors = tensors}, {.budget = 0});
    ASSERT_LE(plan.size_bytes, PlanBestObjects(tensors).total_bytes());
  }
}

TEST(ViewTest, PartsOfAConcatenationLieInTheirWhole) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 2, .size_bytes = 30},
      {.first_step = 1, .last_step = 2, .size_bytes = 70},
      {.first_step = 2, .last_step = 3, .size_bytes = 100},
  };
  const std::vector<View> views = {{.tensor = 0, .whole = 2, .offset_bytes = 0},
                                   {.tensor = 1, .whole = 2, .offset_bytes = 30}};
  const ArenaPlan plan = PlanArena({.tensors = tensors, .views = views});
  EXPECT_EQ(plan.offsets[0], plan.offsets[2]);
  EXPECT_EQ(plan.offsets[1], plan.offsets[2] + 30);
  EXPECT_EQ(plan.size_bytes, 100u);  // As tensors of their own, 200.
}

// A skip connection: the second part is written long after the first, and its place serves others until then.
TEST(ViewTest, ThePlaceOfALatePartIsFreeBefore) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 4, .size_bytes = 50},   // Encoder, kept for the concatenation at step 4.
      {.first_step = 1, .last_step = 2, .size_bytes = 50},   // Between, dead when the decoder writes its part.
      {.first_step = 3, .last_step = 4, .size_bytes = 50},   // Decoder.
      {.first_step = 4, .last_step = 5, .size_bytes = 100},  // Both.
  };
  const std::vector<View> views = {{.tensor = 0, .whole = 3, .offset_bytes = 0},
                                   {.tensor = 2, .whole = 3, .offset_bytes = 50}};
  EXPECT_EQ(PlanArena({.tensors = tensors, .views = views}).size_bytes, 100u);
}

TEST(ViewTest, APartIsKeptUntilItsWholeExists) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 0, .size_bytes = 50},
      {.first_step = 1, .last_step = 2, .size_bytes = 50},  // Must not overwrite the part that waits.
      {.first_step = 3, .last_step = 4, .size_bytes = 50},
  };
  const std::vector<View> views = {{.tensor = 0, .whole = 2, .offset_bytes = 0}};
  EXPECT_EQ(PlanArena({.tensors = tensors, .views = views}).size_bytes, 100u);
}

TEST(ViewTest, PartsOfASplitOutliveTheWhole) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 100},
      {.first_step = 1, .last_step = 2, .size_bytes = 60},
      {.first_step = 1, .last_step = 5, .size_bytes = 40},
      {.first_step = 3, .last_step = 5, .size_bytes = 60},  // Where the first part was.
  };
  const std::vector<View> views = {{.tensor = 1, .whole = 0, .offset_bytes = 0},
                                   {.tensor = 2, .whole = 0, .offset_bytes = 60}};
  EXPECT_EQ(PlanArena({.tensors = tensors, .views = views}).size_bytes, 100u);
}

TEST(ViewTest, AViewOfAViewAddsTheOffsets) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 10},
      {.first_step = 1, .last_step = 2, .size_bytes = 30},
      {.first_step = 2, .last_step = 3, .size_bytes = 90},
  };
  const std::vector<View> views = {{.tensor = 0, .whole = 1, .offset_bytes = 20},
                                   {.tensor = 1, .whole = 2, .offset_bytes = 60}};
  const ArenaPlan plan = PlanArena({.tensors = tensors, .views = views, .alignment = 16});
  EXPECT_THAT(plan.offsets, ElementsAre(80, 60, 0));
  EXPECT_EQ(plan.size_bytes, 96u);
}

TEST(ViewDeathTest, AViewMustFitItsWholeAndHaveOnlyOne) {
  const std::vector<Lifetime> tensors = {{.size_bytes = 10}, {.size_bytes = 10}, {.size_bytes = 10}};
  const std::vector<View> too_long = {{.tensor = 0, .whole = 1, .offset_bytes = 1}};
  EXPECT_DEATH(PlanArena({.tensors = tensors, .views = too_long}), "ends outside its whole");
  const std::vector<View> cycle = {{.tensor = 0, .whole = 1}, {.tensor = 1, .whole = 0}};
  EXPECT_DEATH(PlanArena({.tensors = tensors, .views = cycle}), "a view into itself");
  const std::vector<View> two = {{.tensor = 0, .whole = 1}, {.tensor = 0, .whole = 2}};
  EXPECT_DEATH(PlanArena({.tensors = tensors, .views = two}), "a view into two others");
}

TEST(InPlaceTest, AChainOfInPlaceStepsNeedsOneTensor) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 64},
      {.first_step = 1, .last_step = 2, .size_bytes = 64},
      {.first_step = 2, .last_step = 3, .size_bytes = 64},
  };
  const std::vector<InPlace> in_place = {{.output = 1, .input = 0}, {.output = 2, .input = 1}};
  EXPECT_EQ(PlanArena({.tensors = tensors, .in_place = in_place}).size_bytes, 64u);
}

TEST(InPlaceTest, AnOutputTakesThePlaceOfOneOfItsInputs) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 2, .size_bytes = 64},
      {.first_step = 1, .last_step = 2, .size_bytes = 64},
      {.first_step = 2, .last_step = 3, .size_bytes = 64},
  };
  const std::vector<InPlace> in_place = {{.output = 2, .input = 0}, {.output = 2, .input = 1}};
  EXPECT_EQ(PlanArena({.tensors = tensors, .in_place = in_place}).size_bytes, 128u);
}

TEST(InPlaceTest, OnlyOneOutputCanHaveAPlace) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 64},
      {.first_step = 1, .last_step = 2, .size_bytes = 64},
      {.first_step = 1, .last_step = 2, .size_bytes = 64},
  };
  const std::vector<InPlace> in_place = {{.output = 1, .input = 0}, {.output = 2, .input = 0}};
  EXPECT_EQ(PlanArena({.tensors = tensors, .in_place = in_place}).size_bytes, 128u);
}

TEST(InPlaceTest, NeverOverwritesAViewThatItsWholeStillNeeds) {
  const std::vector<Lifetime> tensors = {
      {.first_step = 0, .last_step = 1, .size_bytes = 64},   // Read by step 1, then part of the concatenation.
      {.first_step = 1, .last_step = 3, .size_bytes = 64},   // Computed from it, element by element.
      {.first_step = 3, .last_step = 4, .size_bytes = 128},  // The concatenation of the first and another.
  };
  const std::vector<View> views = {{.tensor = 0, .whole = 2, .offset_bytes = 0}};
  const std::vector<InPlace> in_place = {{.output = 1, .input = 0}};
  const MemoryRequest request{.tensors = tensors, .views = views, .in_place = in_place};
  const ArenaPlan plan = PlanArena(request);
  EXPECT_NE(plan.offsets[1], plan.offsets[0]);
  EXPECT_THAT(FindFault(request, InArena(plan)), Eq(std::nullopt));
}

TEST(InPlaceDeathTest, TheInputMustDieAtTheStepOfTheOutput) {
  const std::vector<Lifetime> tensors = {{.first_step = 0, .last_step = 2, .size_bytes = 64},
                                         {.first_step = 1, .last_step = 2, .size_bytes = 64}};
  const std::vector<InPlace> in_place = {{.output = 1, .input = 0}};
  EXPECT_DEATH(PlanArena({.tensors = tensors, .in_place = in_place}), "last read at step 2");
}

}  // namespace
}  // namespace mica::memory
