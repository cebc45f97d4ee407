// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profile_json.h"
#include "profile_text.h"

namespace mica::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two convolutions of which the second takes three times as long, and a mean.
ProfileReport ExampleReport() {
  const ProfiledWork fast{.time_us = 10, .multiply_adds = 1'000'000, .bytes = 100'000};
  const ProfiledWork slow{.time_us = 30, .multiply_adds = 1'000'000, .bytes = 100'000};
  const ProfiledWork mean{.time_us = 10, .multiply_adds = 0, .bytes = 50'000};
  return {.runs = 3,
          .dispatches = {{"conv_2d", {0, 1}, {"CONV_2D", "ADD"}, fast},
                         {"conv_2d", {2, 3, 4}, {"CONV_2D", "RELU", "RELU"}, slow},
                         {"mean", {5}, {"MEAN"}, mean}},
          .kernels = {{"conv_2d", 2, {.time_us = 40, .multiply_adds = 2'000'000, .bytes = 200'000}}, {"mean", 1, mean}},
          .total = {.time_us = 50, .multiply_adds = 2'000'000, .bytes = 250'000},
          .back_to_back_us = 45,
          .peaks = DevicePeaks{.gflops = 1000, .gigabytes_per_second = 100, .empty_dispatch_us = 2},
          .floor_us = 12.5};
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(DispatchesTextTest, TheSlowestComesFirstUnlessTheOrderIsWanted) {
  const std::vector<std::string> by_time = Lines(DispatchesText(ExampleReport(), ProfileOrder::kTime, {}));
  EXPECT_THAT(by_time[1],
              HasSubstr("1       30.0  60.0 %    66.67    6.7 %   3.33    3.3 %  conv_2d  #2-4 CONV_2D, RELU"));
  const std::vector<std::string> in_order = Lines(DispatchesText(ExampleReport(), ProfileOrder::kExecution, {}));
  EXPECT_THAT(in_order[1], HasSubstr("0       10.0  20.0 %      200   20.0 %"));
  EXPECT_THAT(in_order[3], HasSubstr("2       10.0  20.0 %                     5.00    5.0 %  mean     #5 MEAN"));
}

TEST(DispatchesTextTest, TheTopOnesSayHowManyAreLeft) {
  EXPECT_THAT(DispatchesText(ExampleReport(), ProfileOrder::kTime, 1), HasSubstr("and 2 more dispatches"));
  EXPECT_THAT(DispatchesText(ExampleReport(), ProfileOrder::kTime, 9), Not(HasSubstr("more dispatches")));
}

TEST(KernelsTextTest, EndsWithTheSumOfAll) {
  const std::vector<std::string> lines = Lines(KernelsText(ExampleReport()));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[1], HasSubstr("2       40.0   80.0 %"));
  EXPECT_THAT(lines[3], HasSubstr("3       50.0  100.0 %    80.00    8.0 %  5.00    5.0 %  all"));
}

TEST(WholeRunTextTest, HasAFloorWhereThereArePeaks) {
  ProfileReport report = ExampleReport();
  EXPECT_THAT(WholeRunText(report), HasSubstr("12.5 us  3 dispatches x 2.00 us + 0.2 MB / 100 GB/s + 2.00 M "
                                              "multiply-adds / 1000 GFLOP/s"));
  EXPECT_THAT(WholeRunText(report), HasSubstr("A run takes 3.6 times the floor"));
  report.peaks.reset();
  EXPECT_THAT(WholeRunText(report), Not(HasSubstr("floor")));
  EXPECT_THAT(KernelsText(report), Not(HasSubstr("of peak")));
}

TEST(TraceDocumentTest, DispatchesFollowEachOther) {
  const Json trace = TraceDocument("a.tflite", ExampleReport());
  const Json& events = trace["traceEvents"];
  ASSERT_EQ(events.size(), 5u);  // Two that name the process and the thread.
  EXPECT_EQ(events[1]["args"]["name"], "a.tflite");
  EXPECT_EQ(events[2]["ts"], 0.0);
  EXPECT_EQ(events[3]["ts"], 10.0);
  EXPECT_EQ(events[4]["ts"], 40.0);
  EXPECT_EQ(events[4]["dur"], 10.0);
  for (std::size_t i = 2; i < events.size(); ++i) EXPECT_EQ(events[i]["ph"], "X");
}

TEST(TraceDocumentTest, NothingDispatchedIsStillATrace) {
  EXPECT_EQ(TraceDocument("a.tflite", {})["traceEvents"].size(), 2u);
}

}  // namespace
}  // namespace mica::cli
