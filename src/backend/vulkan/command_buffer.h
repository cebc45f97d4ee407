// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "backend/vulkan/owned.h"

namespace mica::vulkan {

// One command buffer in a pool of its own, which is recorded anew as a whole.
class CommandBuffer {
 public:
  static Result<CommandBuffer> Create(const Connection& connection);

  VkCommandBuffer handle() const { return handle_; }

  // Forgets what it held, which must be done on the GPU.
  Status Begin(VkCommandBufferUsageFlags usage) const;
  Status End() const;

 private:
  CommandBuffer(const Connection& connection, OwnedCommandPool pool)
      : connection_(&connection), pool_(std::move(pool)) {}

  const Connection* connection_;
  OwnedCommandPool pool_;
  VkCommandBuffer handle_ = VK_NULL_HANDLE;
};

// Who touches memory, and how: the two sides of a barrier.
struct Accesses {
  VkPipelineStageFlags stages;
  VkAccessFlags kinds;
};
inline constexpr Accesses kKernelWrites = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Accesses kKernels = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                      VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Accesses kCopyWrites = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr Accesses kCopies = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                     VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr Accesses kHostReads = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

constexpr Accesses operator|(const Accesses& a, const Accesses& b) {
  return {a.stages | b.stages, a.kinds | b.kinds};
}

// What `later` does waits for what `earlier` did, and sees what it wrote.
void RecordBarrier(const DeviceFunctions& vk, VkCommandBuffer commands, const Accesses& earlier, const Accesses& later);

}  // namespace mica::vulkan
