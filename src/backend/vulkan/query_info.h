// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "backend/vulkan/physical_device.h"
#include "gpu/device_info.h"

namespace mica::vulkan {

// What the driver says of its GPU. All of `device` but the info is known already.
Result<gpu::DeviceInfo> QueryInfo(const Instance& instance, const PhysicalDevice& device);

gpu::DeviceKind KindOf(VkPhysicalDeviceType type);

// "NVIDIA", or the number where nobody knows it.
std::string VendorName(std::uint32_t vendor_id);

}  // namespace mica::vulkan
