// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <gtest/gtest.h>

#include "backend/vulkan/validation.h"

namespace mica::vulkan {

// For test programs: where validation is on, a test about which it had something to say fails.
class ValidationListener : public testing::EmptyTestEventListener {
 public:
  static void Install() { testing::UnitTest::GetInstance()->listeners().Append(new ValidationListener); }

 private:
  void OnTestStart(const testing::TestInfo&) override { count_before_ = ValidationMessageCount(); }
  void OnTestEnd(const testing::TestInfo&) override {
    EXPECT_EQ(ValidationMessageCount(), count_before_) << "Vulkan's validation complains; stderr has its words.";
  }

  int count_before_ = 0;
};

}  // namespace mica::vulkan
