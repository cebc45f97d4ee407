// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <optional>

#include "backend/vulkan/physical_device.h"

namespace mica::vulkan {

// How the CPU reaches what the kernels work on. kDirect: it is mapped, for both share one memory. kStaged: the GPU
// copies it from and to a buffer that both reach.
enum class Route { kDirect, kStaged };

// What memory is for.
enum class MemoryUse {
  kDevice,        // Next to the GPU.
  kMappedDevice,  // The same, and the CPU reads and writes it.
  kUpload,        // The CPU writes, the GPU copies from it.
  kDownload,      // The GPU copies to it, the CPU reads.
};

Route RouteOf(const PhysicalDevice& device);

// The type of memory that serves the use best, among those in `allowed` (a bit for each). The CPU need never flush or
// invalidate its caches for it.
std::optional<std::uint32_t> ChooseMemoryType(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                              MemoryUse use);

}  // namespace mica::vulkan
