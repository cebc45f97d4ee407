// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/memory_type.h"

#include <bit>

namespace mica::vulkan {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kMapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
// Memory for purposes of others: it needs an extension, or is there only for as long as a picture is drawn.
constexpr VkMemoryPropertyFlags kForeign = ~(kLocal | kMapped | kCached);

struct Wish {
  VkMemoryPropertyFlags needed;
  VkMemoryPropertyFlags preferred;
  VkMemoryPropertyFlags welcome;
  VkMemoryPropertyFlags avoided;
};

Wish WishOf(MemoryUse use) {
  switch (use) {
    case MemoryUse::kDevice:
      return {.needed = 0, .preferred = kLocal, .welcome = 0, .avoided = kMapped};
    case MemoryUse::kMappedDevice:
      return {.needed = kMapped, .preferred = kLocal, .welcome = kCached, .avoided = 0};
    case MemoryUse::kUpload:
    case MemoryUse::kDownload:
      // Not next to the GPU: on many, what is next to it and mapped too is scarce, and slow to read for the CPU.
      return {.needed = kMapped, .preferred = kCached, .welcome = 0, .avoided = kLocal};
  }
  return {};
}

int Score(const Wish& wish, VkMemoryPropertyFlags flags) {
  return 8 * std::popcount(flags & wish.preferred) + 4 * std::popcount(flags & wish.welcome) -
         std::popcount(flags & wish.avoided);
}

}  // namespace

Route RouteOf(const PhysicalDevice& device) {
  const bool shares_memory =
      device.info.kind == gpu::DeviceKind::kSoftware || device.info.kind == gpu::DeviceKind::kIntegrated;
  return shares_memory ? Route::kDirect : Route::kStaged;
}

std::optional<std::uint32_t> ChooseMemoryType(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                              MemoryUse use) {
  const Wish wish = WishOf(use);
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const VkMemoryPropertyFlags flags = memory.memoryTypes[i].propertyFlags;
    const bool is_allowed = (allowed >> i & 1) != 0;
    if (!is_allowed || (flags & wish.needed) != wish.needed || (flags & kForeign) != 0) continue;
    if (!best || Score(wish, flags) > Score(wish, memory.memoryTypes[*best].propertyFlags)) best = i;
  }
  return best;
}

}  // namespace mica::vulkan
