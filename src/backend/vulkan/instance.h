// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "backend/vulkan/driver.h"

namespace mica::vulkan {

// The process's connection to all drivers of Vulkan. Never destroyed: drivers do not bear being unloaded.
struct Instance {
  VkInstance handle = VK_NULL_HANDLE;
  InstanceFunctions vk;
  std::uint32_t version = VK_API_VERSION_1_1;  // The highest that may be used.

  Result<std::vector<VkPhysicalDevice>> PhysicalDevices() const;
};

Result<Instance> CreateInstance(const char* library);

// The machine's one, created at the first call and kept.
Result<const Instance*> FindInstance();

}  // namespace mica::vulkan
