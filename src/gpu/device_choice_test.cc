// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/device_choice.h"

#include <gtest/gtest.h>

#include <vector>

namespace mica::gpu {
namespace {

const std::vector<DeviceInfo> kDevices = {{.name = "Fast 9000", .kind = DeviceKind::kDiscrete},
                                          {.name = "Slow 3", .kind = DeviceKind::kIntegrated},
                                          {.name = "softpipe", .kind = DeviceKind::kSoftware}};

// The index, or the sentence.
std::string Chosen(std::string_view wanted) {
  const auto index = ChooseDevice(kDevices, wanted, "Toy");
  return index ? std::to_string(*index) : index.error().message();
}

TEST(ChooseDeviceTest, TheFirstIsTheDefault) {
  EXPECT_EQ(Chosen(""), "0");
}

TEST(ChooseDeviceTest, TakesAnIndexAPartOfANameOrAKind) {
  EXPECT_EQ(Chosen("1"), "1");
  EXPECT_EQ(Chosen("SLOW"), "1");
  EXPECT_EQ(Chosen("hardware"), "0");
  EXPECT_EQ(Chosen("software"), "2");
}

TEST(ChooseDeviceTest, DigitsAreAnIndexAndNoPartOfAName) {
  EXPECT_EQ(Chosen("9000"), "no Toy device is '9000'; there are 0: 'Fast 9000', 1: 'Slow 3', 2: 'softpipe'.");
}

TEST(ChooseDeviceTest, SaysWhatThereIsInsteadOfAnUnknownDevice) {
  EXPECT_EQ(Chosen("abacus"), "no Toy device is 'abacus'; there are 0: 'Fast 9000', 1: 'Slow 3', 2: 'softpipe'.");
}

}  // namespace
}  // namespace mica::gpu
