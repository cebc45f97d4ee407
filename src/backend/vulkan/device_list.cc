// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <utility>

#include "backend/vulkan/vulkan.h"
#include "backend/vulkan/vulkan_device.h"
#include "gpu/device_choice.h"

namespace mica::vulkan {
namespace {

// The kind that is likely fastest first.
int RankOf(gpu::DeviceKind kind) {
  switch (kind) {
    case gpu::DeviceKind::kDiscrete:
      return 0;
    case gpu::DeviceKind::kIntegrated:
      return 1;
    case gpu::DeviceKind::kUnknown:
      return 2;
    case gpu::DeviceKind::kSoftware:
      return 3;
  }
  return 3;
}

// The usable ones, best first.
Result<std::vector<PhysicalDevice>> FindPhysicalDevices(const Instance& instance) {
  ASSIGN_OR_RETURN(const std::vector<VkPhysicalDevice> handles, instance.PhysicalDevices());
  std::vector<PhysicalDevice> devices;
  std::string refusals;
  for (const VkPhysicalDevice handle : handles) {
    Result<PhysicalDevice> device = Examine(instance, handle);
    if (device) devices.push_back(*std::move(device));
    if (!device) refusals += fmt::format(" {}", device.error().message());
  }
  if (devices.empty()) return NoDevice("no driver of Vulkan has a usable device.{}", refusals);
  std::ranges::stable_sort(devices, {}, [](const PhysicalDevice& device) { return RankOf(device.info.kind); });
  return devices;
}

std::vector<gpu::DeviceInfo> InfosOf(const std::vector<PhysicalDevice>& devices) {
  std::vector<gpu::DeviceInfo> infos;
  for (const PhysicalDevice& device : devices) infos.push_back(device.info);
  return infos;
}

}  // namespace

Result<std::vector<gpu::DeviceInfo>> ListDevices() {
  ASSIGN_OR_RETURN(const Instance* const instance, FindInstance());
  ASSIGN_OR_RETURN(const std::vector<PhysicalDevice> devices, FindPhysicalDevices(*instance));
  return InfosOf(devices);
}

Result<std::unique_ptr<gpu::Device>> CreateDevice(const DeviceOptions& options) {
  ASSIGN_OR_RETURN(const Instance* const instance, FindInstance());
  ASSIGN_OR_RETURN(std::vector<PhysicalDevice> devices, FindPhysicalDevices(*instance));
  ASSIGN_OR_RETURN(const std::size_t chosen, gpu::ChooseDevice(InfosOf(devices), options.device, "Vulkan"));
  const Route route = RouteOf(devices[chosen]);
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection,
                   Connection::Create(*instance, std::move(devices[chosen]), options.without_features));
  ASSIGN_OR_RETURN(std::unique_ptr<VulkanDevice> device, VulkanDevice::Create(std::move(connection), route));
  if (options.minimum_limits) device->UseMinimumLimits();
  return device;
}

}  // namespace mica::vulkan
