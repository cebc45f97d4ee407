// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/compile_log.h"

#include <gtest/gtest.h>

namespace mica::gpu {
namespace {

TEST(FindErrorLineTest, ReadsTheLogsOfAllDrivers) {
  EXPECT_EQ(FindErrorLine("0:12(5): error: `oops' undeclared"), 12);                 // Mesa
  EXPECT_EQ(FindErrorLine("0(12) : error C1503: undefined variable \"oops\""), 12);  // NVIDIA
  EXPECT_EQ(FindErrorLine("ERROR: 0:12: 'oops' : undeclared identifier"), 12);       // Adreno, ANGLE
  EXPECT_EQ(FindErrorLine("0:12: L0002: Undeclared variable 'oops'"), 12);           // Mali
  EXPECT_EQ(FindErrorLine("some words first\n0:7(1): error: syntax error"), 7);
}

TEST(FindErrorLineTest, FindsNothingWhereNoLineIsNamed) {
  EXPECT_EQ(FindErrorLine("internal compiler error"), std::nullopt);
  EXPECT_EQ(FindErrorLine("version 3.0: bad"), std::nullopt);
  EXPECT_EQ(FindErrorLine("0:"), std::nullopt);
  EXPECT_EQ(FindErrorLine(""), std::nullopt);
}

TEST(NumberedLinesTest, ShowsThreeLinesOnEachSide) {
  EXPECT_EQ(NumberedLines("a\nb\nc\nd\ne\nf\ng\nh\ni\n", 5),
            "    2 | b\n    3 | c\n    4 | d\n>   5 | e\n    6 | f\n    7 | g\n    8 | h\n");
}

TEST(NumberedLinesTest, StopsAtBothEnds) {
  EXPECT_EQ(NumberedLines("a\nb", 1), ">   1 | a\n    2 | b\n");
  EXPECT_EQ(NumberedLines("a\nb", 99), "");
}

}  // namespace
}  // namespace mica::gpu
