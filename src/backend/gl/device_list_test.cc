// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>

#include "backend/gl/gl_test.h"

namespace mica::gl {
namespace {

using testing::HasSubstr;

class DeviceListTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
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
  std::string part = infos_.back().name.substr(0, 5);
  std::ranges::transform(part, part.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const auto device = CreateDevice({.device = part});
  ASSERT_TRUE(device.has_value()) << MessageOf(device);
  EXPECT_EQ((*device)->info().name, infos_.back().name);
}

TEST_F(DeviceListTest, ADeviceIsChosenByItsKind) {
  const bool has_software = infos_.back().is_software();
  const auto software = CreateDevice({.device = "software"});
  EXPECT_EQ(software.has_value(), has_software);
  EXPECT_TRUE(!software || (*software)->info().is_software());

  const bool has_hardware = !infos_.front().is_software();
  const auto hardware = CreateDevice({.device = "hardware"});
  EXPECT_EQ(hardware.has_value(), has_hardware);
}

TEST_F(DeviceListTest, SaysWhatThereIsInsteadOfAnUnknownDevice) {
  const auto device = CreateDevice({.device = "abacus"});
  ASSERT_FALSE(device.has_value());
  EXPECT_EQ(device.error().code(), StatusCode::kNoDevice);
  EXPECT_THAT(MessageOf(device), HasSubstr("no OpenGL ES device is 'abacus'; there are 0: '" + infos_[0].name));
}

}  // namespace
}  // namespace mica::gl
