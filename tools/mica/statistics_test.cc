// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "statistics.h"

#include <gtest/gtest.h>

namespace mica::cli {
namespace {

TEST(SummarizeTest, OneSampleIsEverything) {
  const Summary summary = Summarize({7});
  EXPECT_EQ(summary.mean, 7);
  EXPECT_EQ(summary.median, 7);
  EXPECT_EQ(summary.p90, 7);
  EXPECT_EQ(summary.min, 7);
  EXPECT_EQ(summary.stddev, 0);
}

TEST(SummarizeTest, OrderDoesNotMatter) {
  const Summary summary = Summarize({5, 1, 4, 2, 3});
  EXPECT_EQ(summary.mean, 3);
  EXPECT_EQ(summary.median, 3);
  EXPECT_EQ(summary.min, 1);
  EXPECT_DOUBLE_EQ(summary.p90, 4.6);  // numpy.percentile([1, 2, 3, 4, 5], 90)
  EXPECT_DOUBLE_EQ(summary.stddev, 1.5811388300841898);
}

TEST(SummarizeTest, TheMedianOfAnEvenNumberLiesBetweenTheMiddleTwo) {
  EXPECT_DOUBLE_EQ(Summarize({1, 2, 10, 20}).median, 6);
}

}  // namespace
}  // namespace mica::cli
