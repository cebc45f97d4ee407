// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "mica/mica.hpp"

namespace mica {
namespace {

using ::testing::HasSubstr;

Model LoadNetwork(const std::string& name) {
  Result<Model> model = Model::Load(MICA_TEST_MODELS "/" + name + "/model.tflite");
  EXPECT_TRUE(model) << model.error().message();
  return *std::move(model);
}

// On every backend that has a device with timestamps here.
class ProfileTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<ProfileReport> report = Profile(model_, options_, {.warmups = 1, .runs = 4});
    if (!report && report.error().code() == StatusCode::kNoDevice) GTEST_SKIP() << report.error().message();
    ASSERT_TRUE(report) << report.error().message();
    report_ = *std::move(report);
  }

  const Model model_ = LoadNetwork("mobile_block");
  const SessionOptions options_{.backend = GetParam()};
  ProfileReport report_;
};

TEST_P(ProfileTest, HasEveryDispatchOfThePlanInItsOrder) {
  const Result<Session> session = Session::Create(model_, options_);
  ASSERT_TRUE(session) << session.error().message();
  const auto plan = nlohmann::json::parse(session->PlanJson());
  ASSERT_EQ(report_.dispatches.size(), plan["dispatches"].size());
  for (std::size_t i = 0; i < report_.dispatches.size(); ++i) {
    const ProfiledDispatch& dispatch = report_.dispatches[i];
    const auto& planned = plan["dispatches"][i];
    EXPECT_EQ(dispatch.kernel, planned["name"]);
    EXPECT_EQ(dispatch.origins, planned["origins"].get<std::vector<int>>());
    EXPECT_EQ(dispatch.work.multiply_adds, planned["multiply_adds"]);
    ASSERT_EQ(dispatch.operators.size(), dispatch.origins.size());
    for (std::size_t k = 0; k < dispatch.origins.size(); ++k) {
      EXPECT_EQ(dispatch.operators[k], model_.operators()[static_cast<std::size_t>(dispatch.origins[k])].name);
    }
  }
}

TEST_P(ProfileTest, CountsTheBytesOfAllThatADispatchBinds) {
  const Result<Session> session = Session::Create(model_, options_);
  ASSERT_TRUE(session) << session.error().message();
  const auto plan = nlohmann::json::parse(session->PlanJson());
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < report_.dispatches.size(); ++i) {
    std::size_t tensor_bytes = 0;
    for (const std::string binding : plan["dispatches"][i]["bindings"]) {
      if (binding[0] == 't') tensor_bytes += plan["tensors"][std::stoul(binding.substr(1))]["size_bytes"].get<int>();
    }
    EXPECT_GE(report_.dispatches[i].work.bytes, tensor_bytes);  // The rest are constants.
    bytes += report_.dispatches[i].work.bytes - tensor_bytes;
  }
  EXPECT_GT(bytes, 0u);
  EXPECT_LE(bytes, report_.session.constant_bytes);
}

TEST_P(ProfileTest, TimesAddUp) {
  double sum_us = 0;
  for (const ProfiledDispatch& dispatch : report_.dispatches) {
    EXPECT_GT(dispatch.work.time_us, 0);
    sum_us += dispatch.work.time_us;
  }
  EXPECT_NEAR(report_.total.time_us, sum_us, 1e-9 * sum_us);
  EXPECT_GT(report_.back_to_back_us, 0);
  EXPECT_EQ(report_.runs, 4);
}

TEST_P(ProfileTest, KernelsHoldAllDispatchesTheSlowestFirst) {
  ProfiledWork all;
  int dispatches = 0;
  for (const ProfiledKernel& kernel : report_.kernels) {
    dispatches += kernel.dispatches;
    all.time_us += kernel.work.time_us;
    all.multiply_adds += kernel.work.multiply_adds;
    all.bytes += kernel.work.bytes;
  }
  EXPECT_EQ(dispatches, report_.session.dispatches);
  EXPECT_NEAR(all.time_us, report_.total.time_us, 1e-9 * all.time_us);
  EXPECT_EQ(all.multiply_adds, report_.total.multiply_adds);
  EXPECT_EQ(all.bytes, report_.total.bytes);
  EXPECT_TRUE(std::ranges::is_sorted(report_.kernels, std::ranges::greater(),
                                     [](const ProfiledKernel& kernel) { return kernel.work.time_us; }));
}

TEST_P(ProfileTest, TheFloorIsMadeOfThePeaks) {
  ASSERT_TRUE(report_.peaks);
  const DevicePeaks& peaks = *report_.peaks;
  EXPECT_GT(peaks.gflops, 0.1);
  EXPECT_LT(peaks.gflops, 1e6);
  EXPECT_GT(peaks.gigabytes_per_second, 0.1);
  EXPECT_LT(peaks.gigabytes_per_second, 1e5);
  EXPECT_GT(peaks.empty_dispatch_us, 0);
  const ProfiledWork& total = report_.total;
  EXPECT_NEAR(report_.floor_us,
              static_cast<double>(report_.dispatches.size()) * peaks.empty_dispatch_us +
                  static_cast<double>(total.bytes) / (1e3 * peaks.gigabytes_per_second) +
                  2.0 * static_cast<double>(total.multiply_adds) / (1e3 * peaks.gflops),
              1e-6 * report_.floor_us);
}

TEST_P(ProfileTest, WithoutTheProbeThereAreNoPeaks) {
  std::pair<int, int> last;
  const Result<ProfileReport> report =
      Profile(model_, options_, {.warmups = 1, .runs = 3, .probe = false, .progress = [&](int done, int total) {
                                   last = {done, total};
                                 }});
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->peaks);
  EXPECT_EQ(report->floor_us, 0);
  EXPECT_EQ(last, std::pair(7, 7));
}

INSTANTIATE_TEST_SUITE_P(AllBackends, ProfileTest, testing::Values("gl", "vulkan"),
                         [](const auto& backend) { return backend.param; });

TEST(ProfiledWorkTest, RatesComeFromTimesInMicroseconds) {
  const ProfiledWork work{.time_us = 4, .multiply_adds = 2'000'000, .bytes = 8'000'000};
  EXPECT_DOUBLE_EQ(work.gflops(), 1000);
  EXPECT_DOUBLE_EQ(work.gigabytes_per_second(), 2000);
  EXPECT_EQ(ProfiledWork{.multiply_adds = 1}.gflops(), 0);
}

TEST(ProfileFailureTest, ADeviceWithoutTimestampsSaysSo) {
  const Result<ProfileReport> report = Profile(LoadNetwork("mobile_block"), {.backend = "null"}, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code(), StatusCode::kNoDevice);
  EXPECT_THAT(report.error().message(), HasSubstr("(null) has no timestamps, and a profile needs them."));
}

TEST(ProfileFailureTest, WantsAtLeastOneRun) {
  const Result<ProfileReport> report = Profile(LoadNetwork("mobile_block"), {.backend = "null"}, {.runs = 0});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace mica
