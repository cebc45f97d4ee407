// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "backend/vulkan/driver.h"

// Khronos' validation layer, which looks for mistakes in our use of Vulkan. With MICA_VULKAN_VALIDATION=1 in the
// environment every instance has it, with its checks of synchronization and of best practices: messages go to stderr
// and are counted. It costs most of the speed.
namespace mica::vulkan {

inline constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool IsValidationWanted();

// How many messages there were since the program began.
int ValidationMessageCount();

// What an instance with validation is created with. Points into itself: it stays where it is.
class ValidationRequest {
 public:
  ValidationRequest();
  ValidationRequest(const ValidationRequest&) = delete;
  ValidationRequest& operator=(const ValidationRequest&) = delete;

  const void* chain() const { return &features_; }
  const VkDebugUtilsMessengerCreateInfoEXT& messenger() const { return messenger_; }

 private:
  VkDebugUtilsMessengerCreateInfoEXT messenger_;
  VkValidationFeaturesEXT features_;
};

}  // namespace mica::vulkan
