// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "origins.h"

#include <gtest/gtest.h>

namespace mica::cli {
namespace {

TEST(FormatOriginsTest, RunsAreRanges) {
  EXPECT_EQ(FormatOrigins({9, 3, 5, 4}), "#3-5, #9");
  EXPECT_EQ(FormatOrigins({7}), "#7");
  EXPECT_EQ(FormatOrigins({}), "none");
}

}  // namespace
}  // namespace mica::cli
