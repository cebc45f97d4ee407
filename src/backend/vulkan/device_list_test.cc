// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>

#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

using testing::HasSubstr;

class DeviceListTest : public VulkanTest {
 protected:
  void SetUp() override {
    VulkanTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const auto infos = ListDevices();
    ASSERT_TRUE(infos.has_value()) << MessageOf(infos);
    infos_ = *infos;
  }

  std::vector<gpu::DeviceInfo> infos_;
};

TEST_F(DeviceListTest, HardwareComesFirstAndIsTheDefault) {
  ASSERT_FALSE(infos_.empty());
  EXPECT_TRUE(std::ranges::is_partitioned(infos_, [](const gpu::DeviceInfo& info) { return !info.is_software(); }));
  EXPECT_EQ(device_->info().name, infos_.front().name);
}

TEST_F(DeviceListTest, ADeviceIsChosenByIndex) {
  const std::size_t last = infos_.size() - 1;
  const auto device = CreateDevice({.device = std::to_string(last)});
  ASSERT_TRUE(device.has_value()) << MessageOf(device);
  EXPECT_EQ((*device)->info().name, infos_[last].name);
  EXPECT_FALSE(CreateDevice({.device = std::to_string(infos_.size())}).has_value());
}

TEST_F(DeviceListTest, ADeviceIsChosenByAPartOfItsName) {
  const auto device = CreateDevice({.device = infos_.back().name.substr(0, 5)});
  ASSERT_TRUE(device.has_value()) << MessageOf(device);
  EXPECT_EQ((*device)->info().name, infos_.back().name);
}

TEST_F(DeviceListTest, ADeviceIsChosenByItsKind) {
  EXPECT_EQ(CreateDevice({.device = "software"}).has_value(), infos_.back().is_software());
  EXPECT_EQ(CreateDevice({.device = "hardware"}).has_value(), !infos_.front().is_software());
}

TEST_F(DeviceListTest, SaysWhatThereIsInsteadOfAnUnknownDevice) {
  const auto device = CreateDevice({.device = "abacus"});
  ASSERT_FALSE(device.has_value());
  EXPECT_EQ(device.error().code(), StatusCode::kNoDevice);
  EXPECT_THAT(MessageOf(device), HasSubstr("no Vulkan device is 'abacus'; there are 0: '" + infos_[0].name));
}

}  // namespace
}  // namespace mica::vulkan
