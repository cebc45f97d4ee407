// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/command_buffer.h"

namespace mica::vulkan {

Result<CommandBuffer> CommandBuffer::Create(const Connection& connection) {
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .queueFamilyIndex = connection.physical().queue_family};
  ASSIGN_OR_RETURN(OwnedCommandPool pool, OwnedCommandPool::Create(connection, pool_info));
  const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = *pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
  CommandBuffer buffer(connection, std::move(pool));
  RETURN_IF_ERROR(connection.vk().AllocateCommandBuffers(connection.handle(), &info, &buffer.handle_));
  return buffer;
}

Status CommandBuffer::Begin(VkCommandBufferUsageFlags usage) const {
  RETURN_IF_ERROR(connection_->vk().ResetCommandPool(connection_->handle(), *pool_, 0));
  const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = usage};
  return connection_->vk().BeginCommandBuffer(handle_, &info);
}

Status CommandBuffer::End() const {
  return connection_->vk().EndCommandBuffer(handle_);
}

void RecordBarrier(const DeviceFunctions& vk, VkCommandBuffer commands, const Accesses& earlier,
                   const Accesses& later) {
  const VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = earlier.kinds, .dstAccessMask = later.kinds};
  vk.CmdPipelineBarrier(commands, earlier.stages, later.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace mica::vulkan
