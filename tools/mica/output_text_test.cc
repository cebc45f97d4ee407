// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "output_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mica::cli {
namespace {

using ::testing::HasSubstr;

HostTensor Output(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {{.name = "scores", .shape = {1, static_cast<int>(values.size())}, .size_bytes = bytes.size()},
          {bytes.begin(), bytes.end()}};
}

TEST(OutputTextTest, FiguresLeaveOutWhatIsNotFinite) {
  const OutputFigures figures = FiguresOf({1, NAN, 3, HUGE_VAL});
  EXPECT_EQ(figures.min, 1);
  EXPECT_EQ(figures.max, 3);
  EXPECT_EQ(figures.mean, 2);
  EXPECT_EQ(figures.not_finite, 2u);
}

TEST(OutputTextTest, AnOutputIsToldInThreeLines) {
  EXPECT_EQ(OutputText(Output({0, 1, 2, 3, 4, 5, 6}), 0),
            "output 0  scores  float32[1, 7]\n"
            "  min 0, max 6, mean 3\n"
            "  first 0 1 2 3 4 5 ...\n");
}

TEST(OutputTextTest, ClassesHaveTheirLabels) {
  const std::string text = TopClassesText(Output({0.1F, 0.7F, 0.2F}), 0, 2, {"cat", "dog", "bird"});
  EXPECT_THAT(text, HasSubstr("    1    0.7  dog\n    2    0.2  bird\n"));
}

}  // namespace
}  // namespace mica::cli
