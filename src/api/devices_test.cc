// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "api/devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::api {
namespace {

using ::testing::Contains;
using ::testing::Pair;

class DevicesTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto devices = ListDevices();
    if (!devices) GTEST_SKIP() << devices.error().message();
    devices_ = *devices;
  }

  static DeviceDescription Created(const SessionOptions& options) {
    const auto device = CreateDevice(options);
    EXPECT_TRUE(device.has_value()) << device.error().message();
    return device ? Describe((*device)->info()) : DeviceDescription();
  }

  std::vector<DeviceDescription> devices_;
};

TEST_F(DevicesTest, AutoTakesTheFirstOfTheList) {
  const DeviceDescription created = Created({});
  EXPECT_EQ(created.backend, devices_.front().backend);
  EXPECT_EQ(created.name, devices_.front().name);
}

TEST_F(DevicesTest, EachCanBeTakenByItsIndexInTheList) {
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const DeviceDescription created = Created({.device = std::to_string(i)});
    EXPECT_EQ(created.backend, devices_[i].backend);
    EXPECT_EQ(created.name, devices_[i].name);
  }
  EXPECT_FALSE(CreateDevice({.device = std::to_string(devices_.size())}).has_value());
}

TEST_F(DevicesTest, FeaturesThatAreLeftOutAreNotShown) {
  for (const DeviceDescription& device : devices_) {
    const DeviceDescription created = Created({.backend = device.backend, .without_features = ListFeatures()});
    EXPECT_THAT(created.limits, Contains(Pair("features", "none")));
  }
}

TEST(CreateDeviceTest, SaysWhichFeaturesAndBackendsThereAre) {
  const auto message = [](const SessionOptions& options) { return CreateDevice(options).error().message(); };
  EXPECT_EQ(message({.backend = "null", .without_features = {"magic"}}),
            "there is no feature named 'magic'; there are fp16-storage, fp16-arithmetic, int8-storage, subgroups, "
            "cooperative-matrix.");
  EXPECT_EQ(message({.backend = "cuda"}), "there is no backend named 'cuda'; there are auto, vulkan, gl and null.");
}

TEST(CreateDeviceTest, AutoSaysWhatEveryBackendHasInsteadOfAnUnknownDevice) {
  const auto device = CreateDevice({.device = "a device that nobody has"});
  ASSERT_FALSE(device.has_value());
  EXPECT_EQ(device.error().code(), StatusCode::kNoDevice);
}

}  // namespace
}  // namespace mica::api
