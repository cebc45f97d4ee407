// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <list>
#include <map>

#include "backend/vulkan/memory_type.h"
#include "backend/vulkan/owned.h"

namespace mica::vulkan {

// Buffers and images lie in blocks apart: where they are neighbours, some GPUs want gaps between them.
enum class Tenant { kBuffer, kImage };

struct MemoryBlock {
  OwnedMemory memory;
  VkDeviceSize size_bytes = 0;
  std::uint32_t type = 0;
  Tenant tenant = Tenant::kBuffer;
  std::byte* mapped = nullptr;                  // Where the CPU reaches it.
  std::map<VkDeviceSize, VkDeviceSize> ranges;  // Taken: offset and size.
};

class MemoryPool;

// A part of a block, given back with the object.
class MemoryRange {
 public:
  MemoryRange() = default;  // Nothing.
  MemoryRange(MemoryPool& pool, MemoryBlock& block, VkDeviceSize offset_bytes)
      : pool_(&pool), block_(&block), offset_bytes_(offset_bytes) {}
  MemoryRange(MemoryRange&& other) noexcept
      : pool_(std::exchange(other.pool_, nullptr)), block_(other.block_), offset_bytes_(other.offset_bytes_) {}
  MemoryRange& operator=(MemoryRange&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(block_, other.block_);
    std::swap(offset_bytes_, other.offset_bytes_);
    return *this;
  }
  ~MemoryRange();

  VkDeviceMemory memory() const { return *block_->memory; }
  VkDeviceSize offset_bytes() const { return offset_bytes_; }
  // Null where the CPU does not reach it.
  std::byte* mapped() const { return block_->mapped == nullptr ? nullptr : block_->mapped + offset_bytes_; }

 private:
  MemoryPool* pool_ = nullptr;
  MemoryBlock* block_ = nullptr;
  VkDeviceSize offset_bytes_ = 0;
};

// A buffer in its memory, which it must not outlive.
struct BoundBuffer {
  MemoryRange memory;
  OwnedBuffer buffer;

  VkBuffer handle() const { return *buffer; }
  // Null where the CPU does not reach it.
  std::byte* mapped() const { return memory.mapped(); }
};

// Memory of the driver, taken in large blocks: an allocation costs far more than a buffer does, and some drivers allow
// only 4096 of them.
class MemoryPool {
 public:
  explicit MemoryPool(const Connection& connection) : connection_(connection) {}

  Result<BoundBuffer> CreateBuffer(std::size_t size_bytes, VkBufferUsageFlags usage, MemoryUse use);
  // Gives an image its memory.
  Result<MemoryRange> BindImage(VkImage image);

  std::size_t block_count() const { return blocks_.size(); }

 private:
  friend class MemoryRange;

  Result<MemoryRange> Allocate(const VkMemoryRequirements& requirements, MemoryUse use, Tenant tenant);
  Result<MemoryBlock*> AddBlock(VkDeviceSize size_bytes, std::uint32_t type, Tenant tenant, bool is_mapped);
  void Free(MemoryBlock& block, VkDeviceSize offset_bytes);

  const Connection& connection_;
  std::list<MemoryBlock> blocks_;  // A list: ranges hold pointers.
};

}  // namespace mica::vulkan
