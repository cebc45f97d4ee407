// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/tensor_types.h"

namespace mica::plan {
namespace {

// Intermediate tensors of [1, height, 8, 4] floats, 128 bytes a row, by the dispatches that use them.
struct Use {
  int first = 0;
  int last = 0;
  int height = 1;
};
const std::vector<Use> kBranches = {{0, 1, 8}, {1, 4, 2}, {1, 2, 8}, {2, 3, 8}, {3, 4, 4}, {4, 5, 8}, {5, 6, 2}};

Plan MakePlanOf(const std::vector<Use>& uses, kernel::Storage storage) {
  Plan plan;
  for (const Use& use : uses) {
    plan.tensors.push_back({.name = "v",
                            .type = {.shape = {1, use.height, 8, 4}, .storage = storage},
                            .place = {},
                            .first_dispatch = use.first,
                            .last_dispatch = use.last});
  }
  return plan;
}

bool LiveTogether(const PlannedTensor& a, const PlannedTensor& b) {
  return a.first_dispatch <= b.last_dispatch && b.first_dispatch <= a.last_dispatch;
}

// For every two tensors that are alive at the same dispatch.
template <typename Check>
void ForLivePairs(const Plan& plan, Check check) {
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (LiveTogether(plan.tensors[i], plan.tensors[j])) check(plan.tensors[i], plan.tensors[j]);
    }
  }
}

void ExpectGoodBuffers(const Plan& plan, const gpu::DeviceInfo& device) {
  for (const PlannedTensor& tensor : plan.tensors) {
    const auto& place = std::get<InBuffer>(tensor.place);
    const auto buffer = static_cast<std::size_t>(place.buffer);
    EXPECT_LE(place.offset_bytes + tensor.type.size_bytes(), plan.buffer_bytes.at(buffer));
    EXPECT_LE(plan.buffer_bytes[buffer], device.max_buffer_bytes);
    EXPECT_EQ(place.offset_bytes % device.buffer_offset_alignment, 0u);
  }
  ForLivePairs(plan, [](const PlannedTensor& a, const PlannedTensor& b) {
    const auto& at_a = std::get<InBuffer>(a.place);
    const auto& at_b = std::get<InBuffer>(b.place);
    EXPECT_TRUE(at_a.buffer != at_b.buffer || at_a.offset_bytes + a.type.size_bytes() <= at_b.offset_bytes ||
                at_b.offset_bytes + b.type.size_bytes() <= at_a.offset_bytes);
  });
}

TEST(PlacementTest, TensorsAliveTogetherNeverOverlap) {
  const gpu::DeviceInfo device;
  for (const memory::Strategy strategy : memory::kAllStrategies) {
    SCOPED_TRACE(memory::StrategyName(strategy));
    Plan plan = MakePlanOf(kBranches, kernel::Storage::kBuffer);
    ASSERT_TRUE(PlaceTensors(plan, device, strategy).ok());
    ExpectGoodBuffers(plan, device);
  }
}

TEST(PlacementTest, DeadTensorsLendTheirMemory) {
  Plan plan = MakePlanOf({{0, 1, 8}, {1, 2, 8}, {2, 3, 8}, {3, 4, 8}}, kernel::Storage::kBuffer);
  ASSERT_TRUE(PlaceTensors(plan, {}, memory::Strategy::kBest).ok());
  EXPECT_EQ(plan.tensor_bytes(), 2u * 1024);
}

TEST(PlacementTest, AnArenaThatNoBindingCoversBecomesSeveralBuffers) {
  const gpu::DeviceInfo device{.max_buffer_bytes = 1024};  // As large as the largest tensor.
  Plan plan = MakePlanOf(kBranches, kernel::Storage::kBuffer);
  ASSERT_TRUE(PlaceTensors(plan, device, memory::Strategy::kOffsets).ok());
  EXPECT_GT(plan.buffer_bytes.size(), 1u);
  ExpectGoodBuffers(plan, device);
}

TEST(PlacementTest, ATensorThatNoBindingCoversIsRefused) {
  Plan plan = MakePlanOf({{0, 1, 8}}, kernel::Storage::kBuffer);
  EXPECT_EQ(PlaceTensors(plan, {.max_buffer_bytes = 1023}, memory::Strategy::kBest).message(),
            "the tensor 'v' needs 1024 bytes; the device binds 1023 at most.");
}

TEST(PlacementTest, APartLiesInItsWholeUnderEveryStrategy) {
  for (const memory::Strategy strategy : memory::kAllStrategies) {
    Plan plan = MakePlanOf({{0, 1, 8}, {1, 2, 8}, {3, 4, 16}, {3, 4, 8}}, kernel::Storage::kBuffer);
    plan.tensors[0].part_of = {.tensor = 2, .offset_bytes = 0};
    plan.tensors[1].part_of = {.tensor = 2, .offset_bytes = 1024};
    ASSERT_TRUE(PlaceTensors(plan, {}, strategy).ok());
    const auto& whole = std::get<InBuffer>(plan.tensors[2].place);
    const auto& part = std::get<InBuffer>(plan.tensors[1].place);
    EXPECT_EQ(part.buffer, whole.buffer);
    EXPECT_EQ(part.offset_bytes, whole.offset_bytes + 1024);
    EXPECT_EQ(plan.tensor_bytes(), 3u * 1024) << memory::StrategyName(strategy);
  }
}

TEST(PlacementTest, AWholeThatOnlyItsPartsAreBoundOfIsKeptForThem) {
  Plan plan = MakePlanOf({{0, 5, 8}, {2, 3, 8}, {0, -1, 8}}, kernel::Storage::kBuffer);
  plan.tensors[0].part_of = {.tensor = 2, .offset_bytes = 0};
  ASSERT_TRUE(PlaceTensors(plan, {}, memory::Strategy::kBest).ok());
  EXPECT_EQ(plan.tensor_bytes(), 2u * 1024);
}

TEST(PlacementTest, AResultMayTakeThePlaceOfWhatItReadsForTheLastTime) {
  Plan plan = MakePlanOf({{0, 1, 8}, {1, 2, 8}}, kernel::Storage::kBuffer);
  plan.tensors[1].may_replace = {0};
  ASSERT_TRUE(PlaceTensors(plan, {}, memory::Strategy::kBest).ok());
  EXPECT_EQ(plan.tensor_bytes(), 1024u);
  plan.tensors[0].last_dispatch = 2;  // It is read once more.
  ASSERT_TRUE(PlaceTensors(plan, {}, memory::Strategy::kBest).ok());
  EXPECT_EQ(plan.tensor_bytes(), 2u * 1024);
}

TEST(PlacementTest, OnlyEqualImagesLendEachOtherTheirMemory) {
  Plan plan = MakePlanOf(kBranches, kernel::Storage::kImage);
  ASSERT_TRUE(PlaceTensors(plan, {}, memory::Strategy::kBest).ok());
  EXPECT_LT(plan.images.size(), plan.tensors.size());
  for (const PlannedTensor& tensor : plan.tensors) {
    const auto image = static_cast<std::size_t>(std::get<InImage>(tensor.place).image);
    EXPECT_EQ(plan.images.at(image), ImageOf(tensor.type));
  }
  ForLivePairs(plan, [](const PlannedTensor& a, const PlannedTensor& b) {
    EXPECT_NE(std::get<InImage>(a.place).image, std::get<InImage>(b.place).image);
  });
}

TEST(PlacementTest, ExternalTensorsKeepTheirSlots) {
  Plan plan = MakePlanOf({{0, 1, 8}}, kernel::Storage::kBuffer);
  plan.tensors[0].place = External{3};
  ASSERT_TRUE(PlaceTensors(plan, {}, memory::Strategy::kBest).ok());
  EXPECT_EQ(std::get<External>(plan.tensors[0].place).slot, 3);
  EXPECT_EQ(plan.tensor_bytes(), 0u);
}

}  // namespace
}  // namespace mica::plan
