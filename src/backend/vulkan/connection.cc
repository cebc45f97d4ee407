// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/connection.h"

#include <utility>

namespace mica::vulkan {
namespace {

// Of all that a device can, what the kernels may use.
FeatureStructures Wanted(const PhysicalDevice& device) {
  const gpu::DeviceInfo& info = device.info;
  const auto flag = [](bool is_on) { return is_on ? VK_TRUE : VK_FALSE; };
  const bool has_matrices = info.has(gpu::Feature::kCooperativeMatrix);
  FeatureStructures wanted;
  wanted.half_storage.storageBuffer16BitAccess = flag(info.has(gpu::Feature::kHalfStorage));
  wanted.small_arithmetic.shaderFloat16 = flag(info.has(gpu::Feature::kHalfArithmetic));
  wanted.byte_storage.storageBuffer8BitAccess = flag(info.has(gpu::Feature::kByteStorage));
  if (info.has(gpu::Feature::kByteStorage))
    wanted.small_arithmetic.shaderInt8 = device.features.small_arithmetic.shaderInt8;
  wanted.timeline.timelineSemaphore = device.features.timeline.timelineSemaphore;
  // Programs with cooperative matrices say how their loads and stores are ordered in the words of this model.
  if (has_matrices) wanted.memory_model.vulkanMemoryModel = device.features.memory_model.vulkanMemoryModel;
  wanted.cooperative_matrix.cooperativeMatrix = flag(has_matrices);
  return wanted;
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::Create(const Instance& instance, PhysicalDevice physical,
                                                       const std::set<gpu::Feature>& without) {
  physical.info = gpu::WithoutFeatures(std::move(physical.info), without);
  std::unique_ptr<Connection> connection(new Connection(std::move(physical)));
  const PhysicalDevice& device = connection->physical_;
  FeatureStructures wanted = Wanted(device);
  const FeatureChain chain = Link(device, wanted);
  const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                              .pNext = chain.first};
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                         .queueFamilyIndex = device.queue_family,
                                         .queueCount = 1,
                                         .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = &features,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue,
                                   .enabledExtensionCount = static_cast<std::uint32_t>(chain.extensions.size()),
                                   .ppEnabledExtensionNames = chain.extensions.data()};
  RETURN_IF_ERROR(instance.vk.CreateDevice(device.handle, &info, nullptr, &connection->handle_)
                      .WithContext("{}", device.info.name));
  ASSIGN_OR_RETURN(connection->vk_, LoadDeviceFunctions(connection->handle_));
  connection->vk_.GetDeviceQueue(connection->handle_, device.queue_family, 0, &connection->queue_);
  return connection;
}

Connection::~Connection() {
  if (vk_.DestroyDevice.is_loaded()) vk_.DestroyDevice(handle_, nullptr);
}

}  // namespace mica::vulkan
