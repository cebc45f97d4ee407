// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "engine/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mica::engine {
namespace {

using ::testing::HasSubstr;

struct FakeBuffer : gpu::Buffer {
  explicit FakeBuffer(std::size_t size) : size_(size) {}
  std::size_t size_bytes() const override { return size_; }
  std::size_t size_;
};

struct FakeProgram : gpu::Program {
  explicit FakeProgram(gpu::ProgramSource source) : source_(std::move(source)) {}
  const gpu::ProgramSource& source() const override { return source_; }
  gpu::ProgramSource source_;
};

// A GPU that computes nothing and says how long it would have taken.
struct Speed {
  double groups_per_us = 1;
  double overhead_us = 0;
};

class FakeRecording : public gpu::Recording {
 public:
  FakeRecording(std::span<const gpu::Dispatch> dispatches, const Speed& speed, double& busy_us)
      : busy_us_(busy_us), dispatches_(dispatches.begin(), dispatches.end()), speed_(speed) {}

  Result<gpu::Event> Submit(gpu::ExternalBindings) override {
    const auto times = ReadTimes();
    for (const gpu::DispatchTime& time : *times) busy_us_ += time.end_us - time.begin_us;
    return gpu::Event{1};
  }
  Status Wait(gpu::Event, gpu::WaitMode) override { return Ok(); }
  Result<std::vector<gpu::DispatchTime>> ReadTimes() override {
    std::vector<gpu::DispatchTime> times;
    for (const gpu::Dispatch& dispatch : dispatches_) {
      const double groups = static_cast<double>(dispatch.group_count[0]) * dispatch.group_count[1];
      times.push_back({.begin_us = 0, .end_us = speed_.overhead_us + groups / speed_.groups_per_us});
    }
    return times;
  }

 private:
  double& busy_us_;
  std::vector<gpu::Dispatch> dispatches_;
  Speed speed_;
};

class FakeDevice : public gpu::Device {
 public:
  explicit FakeDevice(const Speed& speed) : speed_(speed) { info_.has_timestamps = true; }

  const gpu::DeviceInfo& info() const override { return info_; }
  Result<std::unique_ptr<gpu::Buffer>> CreateBuffer(std::size_t size_bytes) override {
    return std::make_unique<FakeBuffer>(size_bytes);
  }
  Result<std::unique_ptr<gpu::Image>> CreateImage(const gpu::ImageDesc&) override { return Unsupported("no images."); }
  Result<std::unique_ptr<gpu::Program>> Compile(const gpu::ProgramSource& source) override {
    return std::make_unique<FakeProgram>(source);
  }
  Result<std::unique_ptr<gpu::Recording>> Record(std::span<const gpu::Dispatch> dispatches,
                                                 const gpu::RecordOptions& options) override {
    RETURN_IF_ERROR(gpu::CheckRecording(info_, dispatches, options));
    return std::make_unique<FakeRecording>(dispatches, speed_, options.timestamps ? busy_us_ : ignored_us_);
  }
  Status Write(gpu::Buffer&, std::size_t, std::span<const std::byte>) override { return Ok(); }
  Status Read(gpu::Buffer&, std::size_t, std::span<std::byte>) override { return Ok(); }
  Status Fill(gpu::Image&, float) override { return Ok(); }

  gpu::DeviceInfo info_;
  Speed speed_;
  double busy_us_ = 0;     // In recordings with timestamps.
  double ignored_us_ = 0;  // In those whose length the CPU's clock decides.
};

// A group of 128 invocations makes 8 chains of 256 steps with 4 lanes each, or copies 128 slices of 16 bytes.
constexpr double kMultiplyAddsPerGroup = 128.0 * 8 * 256 * 4;
constexpr double kBytesPerGroup = 128.0 * 16 * 2;

TEST(ProbePeaksTest, FindsThePeaksOfFastAndSlowDevices) {
  for (const double groups_per_us : {0.01, 1.0, 100.0}) {
    FakeDevice device({.groups_per_us = groups_per_us});
    const Result<DevicePeaks> peaks = ProbePeaks(device);
    ASSERT_TRUE(peaks) << peaks.error().message();
    EXPECT_NEAR(peaks->multiply_adds_per_second / (groups_per_us * 1e6 * kMultiplyAddsPerGroup), 1, 1e-6);
    EXPECT_NEAR(peaks->bytes_per_second / (groups_per_us * 1e6 * kBytesPerGroup), 1, 1e-6);
    EXPECT_GT(peaks->empty_dispatch_us, 0);
  }
}

TEST(ProbePeaksTest, WhatEveryDispatchCostsHidesNoPeak) {
  FakeDevice device({.groups_per_us = 30, .overhead_us = 50});
  const Result<DevicePeaks> peaks = ProbePeaks(device);
  ASSERT_TRUE(peaks) << peaks.error().message();
  EXPECT_NEAR(peaks->multiply_adds_per_second / (30e6 * kMultiplyAddsPerGroup), 1, 0.05);
  EXPECT_NEAR(peaks->bytes_per_second / (30e6 * kBytesPerGroup), 1, 0.1);
}

TEST(ProbePeaksTest, AFastDeviceIsNotKeptBusyForLong) {
  for (const double groups_per_us : {0.5, 2.0, 4.0, 8.0, 33.0, 100.0}) {  // 1 to 210 TFLOP/s.
    FakeDevice device({.groups_per_us = groups_per_us});
    ASSERT_TRUE(ProbePeaks(device));
    EXPECT_LT(device.busy_us_, 1e5);
  }
}

TEST(ProbePeaksTest, ADeviceWithoutTimestampsHasNone) {
  FakeDevice device({});
  device.info_.has_timestamps = false;
  const Result<DevicePeaks> peaks = ProbePeaks(device);
  ASSERT_FALSE(peaks);
  EXPECT_THAT(peaks.error().message(), HasSubstr("has no timestamps"));
}

}  // namespace
}  // namespace mica::engine
