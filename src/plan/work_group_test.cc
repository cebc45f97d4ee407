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
  EXPECT_EQ(ChooseGroupSize({}, {100, 100, 8}), (std::array{32, 2, 1}));
  EXPECT_EQ(ChooseGroupSize({}, {1, 1, 100}), (std::array{1, 1, 64}));
}

TEST(WorkGroupTest, IsSmallOnASoftwareGpu) {
  EXPECT_EQ(ChooseGroupSize({.kind = kSoftware}, {100, 100, 8}), (std::array{32, 1, 1}));
}

}  // namespace
}  // namespace mica::plan
