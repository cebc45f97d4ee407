// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/physical_device.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "backend/vulkan/query_info.h"

namespace mica::vulkan {
namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

Result<std::set<std::string, std::less<>>> QueryExtensions(const Instance& instance, VkPhysicalDevice device) {
  const auto& enumerate = instance.vk.EnumerateDeviceExtensionProperties;
  std::uint32_t count = 0;
  RETURN_IF_ERROR(enumerate(device, nullptr, &count, nullptr));
  std::vector<VkExtensionProperties> properties(count);
  RETURN_IF_ERROR(enumerate(device, nullptr, &count, properties.data()));
  std::set<std::string, std::less<>> names;
  for (const VkExtensionProperties& property : properties) names.insert(property.extensionName);
  return names;
}

// The first family that computes: drivers list the most able one first.
std::optional<std::uint32_t> ChooseFamily(const std::vector<VkQueueFamilyProperties>& families) {
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
  }
  return std::nullopt;
}

Status QueryQueue(const Instance& instance, PhysicalDevice& device) {
  std::uint32_t count = 0;
  instance.vk.GetPhysicalDeviceQueueFamilyProperties(device.handle, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  instance.vk.GetPhysicalDeviceQueueFamilyProperties(device.handle, &count, families.data());
  const std::optional<std::uint32_t> family = ChooseFamily(families);
  if (!family) return NoDevice("it has no queue that computes.");
  device.queue_family = *family;
  device.timestamp_bits = families[*family].timestampValidBits;
  return Ok();
}

VkDeviceSize QueryMaxAllocation(const Instance& instance, VkPhysicalDevice device) {
  VkPhysicalDeviceMaintenance3Properties allocation = {.sType =
                                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                            .pNext = &allocation};
  instance.vk.GetPhysicalDeviceProperties2(device, &properties);
  return allocation.maxMemoryAllocationSize;
}

void QueryFeatures(const Instance& instance, PhysicalDevice& device) {
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                        .pNext = Link(device, device.features).first};
  instance.vk.GetPhysicalDeviceFeatures2(device.handle, &features);
}

}  // namespace

FeatureChain Link(const PhysicalDevice& device, FeatureStructures& structures) {
  struct Origin {
    void* structure;
    const char* extension;
    std::uint32_t since;
  };
  const std::array origins = {
      Origin{&structures.half_storage, VK_KHR_16BIT_STORAGE_EXTENSION_NAME, VK_API_VERSION_1_1},
      Origin{&structures.small_arithmetic, VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME, VK_API_VERSION_1_2},
      Origin{&structures.byte_storage, VK_KHR_8BIT_STORAGE_EXTENSION_NAME, VK_API_VERSION_1_2},
      Origin{&structures.timeline, VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME, VK_API_VERSION_1_2},
      Origin{&structures.memory_model, VK_KHR_VULKAN_MEMORY_MODEL_EXTENSION_NAME, VK_API_VERSION_1_2},
      Origin{&structures.cooperative_matrix, VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME, kNever},
  };
  FeatureChain chain;
  for (const auto& [structure, extension, since] : origins) {
    if (!device.Has(extension, since)) continue;
    static_cast<VkBaseOutStructure*>(structure)->pNext = static_cast<VkBaseOutStructure*>(chain.first);
    chain.first = structure;
    if (device.version < since) chain.extensions.push_back(extension);
  }
  return chain;
}

Result<PhysicalDevice> Examine(const Instance& instance, VkPhysicalDevice handle) {
  PhysicalDevice device{.handle = handle};
  VkPhysicalDeviceProperties properties;
  instance.vk.GetPhysicalDeviceProperties(handle, &properties);
  const std::string name = properties.deviceName;
  if (properties.apiVersion < VK_API_VERSION_1_1) {
    return NoDevice("{}: the driver has Vulkan {}; Mica needs 1.1 or higher.", name,
                    VersionText(properties.apiVersion));
  }
  device.version = std::min(properties.apiVersion, instance.version);
  device.timestamp_ns = properties.limits.timestampPeriod;
  RETURN_IF_ERROR(QueryQueue(instance, device).WithContext("{}", name));
  ASSIGN_OR_RETURN(device.extensions, QueryExtensions(instance, handle));
  instance.vk.GetPhysicalDeviceMemoryProperties(handle, &device.memory);
  device.max_allocation_bytes = QueryMaxAllocation(instance, handle);
  QueryFeatures(instance, device);
  ASSIGN_OR_RETURN(device.info, QueryInfo(instance, device));
  return device;
}

}  // namespace mica::vulkan
