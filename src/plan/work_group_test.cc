// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/work_group.h"

#include <gtest/gtest.h>

namespace mica::plan {
namespace {

constexpr gpu::DeviceKind kSoftware = gpu::DeviceKind::kSoftware;

TEST(WorkGroupTest, FitsEveryDeviceAndEveryGrid) {
  for (const int invocations : {1, 7, 128, 1024}) {
    for (const auto kind : {gpu::DeviceKind::kDiscrete, kSoftware}) {
      const gpu::DeviceInfo device{.kind = kind, .max_group_invocations = invocations, .max_group_size = {64, 16, 4}};
      for (const std::array<int, 3>& grid : {std::array{1, 1, 1}, {3, 5, 7}, {1, 1, 1000}, {4096, 4096, 64}}) {
        const std::array<int, 3> size = ChooseGroupSize(device, grid);
        EXPECT_LE(size[0] * size[1] * size[2], invocations);
        for (std::size_t axis = 0; axis < 3; ++axis) {
          EXPECT_GE(size[axis], 1);
          EXPECT_LE(size[axis], device.max_group_size[axis]);
        }
      }
    }
  }
}

TEST(WorkGroupTest, IsNoLargerThanTheGridNeeds) {
  const std::array<int, 3> size = ChooseGroupSize({}, {3, 5, 1});
  EXPECT_EQ(size, (std::array{4, 8, 1}));
}

TEST(WorkGroupTest, FillsXFirst) {
  const std::array<int, 3> size = ChooseGroupSize({}, {100, 100, 8});
  EXPECT_GT(size[0], size[1]);
  EXPECT_EQ(size[2], 1);
  EXPECT_GT(ChooseGroupSize({}, {1, 1, 100})[2], 1);
}

TEST(WorkGroupTest, TakesSlicesTogetherThatLieTogether) {
  EXPECT_EQ(ChooseGroupSize({}, {100, 100, 6}, /*slices_lie_together=*/true), (std::array{8, 1, 8}));
  EXPECT_EQ(ChooseGroupSize({.kind = kSoftware}, {100, 100, 6}, /*slices_lie_together=*/true),
            ChooseGroupSize({.kind = kSoftware}, {100, 100, 6}));
}

TEST(WorkGroupTest, IsSmallerOnASoftwareGpu) {
  const std::array<int, 3> software = ChooseGroupSize({.kind = kSoftware}, {100, 100, 8});
  const std::array<int, 3> hardware = ChooseGroupSize({}, {100, 100, 8});
  EXPECT_LT(software[0] * software[1] * software[2], hardware[0] * hardware[1] * hardware[2]);
}

TEST(WorkGroupTest, IsLargeWhereStartingAGroupIsDear) {
  const gpu::DeviceInfo swiftshader{.kind = kSoftware, .features = {gpu::Feature::kSubgroups}, .subgroup_size = 4};
  EXPECT_EQ(ChooseGroupSize(swiftshader, {100, 100, 8}), ChooseGroupSize({}, {100, 100, 8}));
}

}  // namespace
}  // namespace mica::plan
