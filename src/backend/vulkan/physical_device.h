// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "backend/vulkan/instance.h"
#include "gpu/device_info.h"

namespace mica::vulkan {

// What a device has beyond Vulkan 1.1, as the structures in which Vulkan asks and enables it.
struct FeatureStructures {
  VkPhysicalDevice16BitStorageFeatures half_storage = {.sType =
                                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  VkPhysicalDeviceShaderFloat16Int8Features small_arithmetic = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
  VkPhysicalDevice8BitStorageFeatures byte_storage = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES};
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
  VkPhysicalDeviceVulkanMemoryModelFeatures memory_model = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES};
  VkPhysicalDeviceCooperativeMatrixFeaturesNV cooperative_matrix = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV};
};

// One GPU as its driver describes it, not yet connected to.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  std::uint32_t version = VK_API_VERSION_1_1;  // The device's or the instance's, whichever is lower.
  std::set<std::string, std::less<>> extensions;
  std::uint32_t queue_family = 0;    // One that computes.
  std::uint32_t timestamp_bits = 0;  // How many of a timestamp's count; 0: it has none.
  double timestamp_ns = 1;           // What one tick of it takes.
  VkPhysicalDeviceMemoryProperties memory = {};
  VkDeviceSize max_allocation_bytes = 0;
  FeatureStructures features;
  gpu::DeviceInfo info;

  // Whether it has what became a part of Vulkan `since`, and was this extension before.
  bool Has(std::string_view extension, std::uint32_t since) const {
    return version >= since || extensions.contains(extension);
  }
};

// NoDevice where it is too old or cannot compute.
Result<PhysicalDevice> Examine(const Instance& instance, VkPhysicalDevice handle);

// Links the structures that this device knows, and names the extensions they come from.
struct FeatureChain {
  void* first = nullptr;
  std::vector<const char*> extensions;
};
FeatureChain Link(const PhysicalDevice& device, FeatureStructures& structures);

}  // namespace mica::vulkan
