// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/memory_pool.h"

#include <algorithm>

#include "base/align.h"

namespace mica::vulkan {
namespace {

// What is larger gets a block of its own.
constexpr VkDeviceSize kBlockBytes = VkDeviceSize{16} << 20;

// The first gap that holds it.
std::optional<VkDeviceSize> FindGap(const MemoryBlock& block, VkDeviceSize size_bytes, VkDeviceSize alignment) {
  VkDeviceSize offset = 0;
  for (const auto& [begin, size] : block.ranges) {
    if (offset + size_bytes <= begin) break;
    offset = std::max(offset, AlignUp(begin + size, alignment));
  }
  if (offset + size_bytes > block.size_bytes) return std::nullopt;
  return offset;
}

bool IsMapped(MemoryUse use) {
  return use != MemoryUse::kDevice;
}

}  // namespace

MemoryRange::~MemoryRange() {
  if (pool_ != nullptr) pool_->Free(*block_, offset_bytes_);
}

Result<BoundBuffer> MemoryPool::CreateBuffer(std::size_t size_bytes, VkBufferUsageFlags usage, MemoryUse use) {
  const DeviceFunctions& vk = connection_.vk();
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size_bytes, .usage = usage};
  BoundBuffer made;
  ASSIGN_OR_RETURN(made.buffer, OwnedBuffer::Create(connection_, info));
  VkMemoryRequirements requirements;
  vk.GetBufferMemoryRequirements(connection_.handle(), made.handle(), &requirements);
  ASSIGN_OR_RETURN(made.memory, Allocate(requirements, use, Tenant::kBuffer));
  RETURN_IF_ERROR(
      vk.BindBufferMemory(connection_.handle(), made.handle(), made.memory.memory(), made.memory.offset_bytes()));
  return made;
}

Result<MemoryRange> MemoryPool::BindImage(VkImage image) {
  const DeviceFunctions& vk = connection_.vk();
  VkMemoryRequirements requirements;
  vk.GetImageMemoryRequirements(connection_.handle(), image, &requirements);
  ASSIGN_OR_RETURN(MemoryRange range, Allocate(requirements, MemoryUse::kDevice, Tenant::kImage));
  RETURN_IF_ERROR(vk.BindImageMemory(connection_.handle(), image, range.memory(), range.offset_bytes()));
  return range;
}

Result<MemoryRange> MemoryPool::Allocate(const VkMemoryRequirements& requirements, MemoryUse use, Tenant tenant) {
  const VkPhysicalDeviceMemoryProperties& memory = connection_.physical().memory;
  const std::optional<std::uint32_t> type = ChooseMemoryType(memory, requirements.memoryTypeBits, use);
  if (!type) return DeviceError("the device has no memory of the kind that is needed.");
  const VkDeviceSize heap_bytes = memory.memoryHeaps[memory.memoryTypes[*type].heapIndex].size;
  if (requirements.size > heap_bytes) return OutOfMemory("the device has {} bytes of memory.", heap_bytes);

  for (MemoryBlock& block : blocks_) {
    const bool fits = block.type == *type && block.tenant == tenant && (block.mapped != nullptr) == IsMapped(use);
    if (!fits) continue;
    if (const auto offset = FindGap(block, requirements.size, requirements.alignment)) {
      block.ranges.emplace(*offset, requirements.size);
      return MemoryRange(*this, block, *offset);
    }
  }
  ASSIGN_OR_RETURN(MemoryBlock* const block, AddBlock(std::max(requirements.size, std::min(kBlockBytes, heap_bytes)),
                                                      *type, tenant, IsMapped(use)));
  block->ranges.emplace(0, requirements.size);
  return MemoryRange(*this, *block, 0);
}

Result<MemoryBlock*> MemoryPool::AddBlock(VkDeviceSize size_bytes, std::uint32_t type, Tenant tenant, bool is_mapped) {
  const VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size_bytes, .memoryTypeIndex = type};
  MemoryBlock block{.size_bytes = size_bytes, .type = type, .tenant = tenant};
  ASSIGN_OR_RETURN(block.memory, OwnedMemory::Create(connection_, info));
  if (is_mapped) {
    void* mapped = nullptr;
    RETURN_IF_ERROR(connection_.vk().MapMemory(connection_.handle(), *block.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    block.mapped = static_cast<std::byte*>(mapped);
  }
  return &blocks_.emplace_back(std::move(block));
}

void MemoryPool::Free(MemoryBlock& block, VkDeviceSize offset_bytes) {
  block.ranges.erase(offset_bytes);
  if (!block.ranges.empty()) return;
  // One empty block of the usual size stays, for the next that asks.
  const auto is_spare = [&](const MemoryBlock& other) {
    return &other != &block && other.ranges.empty() && other.type == block.type && other.tenant == block.tenant;
  };
  const bool stays = block.size_bytes <= kBlockBytes && std::ranges::none_of(blocks_, is_spare);
  if (!stays) blocks_.remove_if([&](const MemoryBlock& other) { return &other == &block; });
}

}  // namespace mica::vulkan
