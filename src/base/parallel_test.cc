// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/parallel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica {
namespace {

using ::testing::Each;

TEST(ParallelForTest, EveryIndexIsWorkedOnOnce) {
  std::vector<int> calls(1000);
  ParallelFor(calls.size(), [&](std::size_t i) { ++calls[i]; });
  EXPECT_THAT(calls, Each(1));
}

TEST(ParallelForTest, NothingIsNoWork) {
  ParallelFor(0, [](std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace mica
