// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/work_sharing.h"

#include <gtest/gtest.h>

namespace mica::ops {
namespace {

TEST(GroupAlongXTest, AGroupHasWholeSubgroupsAndIsNotMuchWiderThanTheGrid) {
  EXPECT_EQ(GroupAlongX(1, 64)[0], 4);
  EXPECT_EQ(GroupAlongX(7, 64)[0], 8);
  EXPECT_EQ(GroupAlongX(4096, 64)[0], 64);
  EXPECT_EQ(GroupAlongX(4096, 8)[0], 8);
}

TEST(GroupAlongXTest, LargeGroupsAreFull) {
  EXPECT_EQ(GroupAlongX(72, 64)[0], 8);
  EXPECT_EQ(GroupAlongX(96, 64)[0], 32);
}

}  // namespace
}  // namespace mica::ops
