// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/readback.h"

#include <algorithm>

namespace mica::vulkan {

Result<Readback> Readback::Create(const Workshop& workshop, std::size_t output_count) {
  ASSIGN_OR_RETURN(CommandBuffer commands, CommandBuffer::Create(workshop.connection));
  return Readback(workshop, std::move(commands), output_count);
}

Result<VkCommandBuffer> Readback::CommandsFor(std::span<VulkanBuffer* const> outputs, gpu::Event last_run) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    wanted_[i] = outputs[i]->mirror().is_wanted() ? outputs[i]->id() : 0;
  }
  if (std::ranges::all_of(wanted_, [](std::uint64_t id) { return id == 0; })) return VkCommandBuffer(VK_NULL_HANDLE);
  if (wanted_ != copied_) {
    if (last_run > 0) RETURN_IF_ERROR(workshop_->queue.Wait(last_run, gpu::WaitMode::kPassive));
    RETURN_IF_ERROR(Record(outputs));
  }
  return commands_.handle();
}

Status Readback::Record(std::span<VulkanBuffer* const> outputs) {
  std::ranges::fill(copied_, 0);
  const DeviceFunctions& vk = workshop_->connection.vk();
  RETURN_IF_ERROR(commands_.Begin(VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT));
  RecordBarrier(vk, commands_.handle(), kKernelWrites | kCopyWrites, kCopies);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (wanted_[i] == 0) continue;
    const VkBufferCopy copy = {.size = outputs[i]->size_bytes()};
    vk.CmdCopyBuffer(commands_.handle(), outputs[i]->handle(), outputs[i]->mirror().memory.handle(), 1, &copy);
  }
  RecordBarrier(vk, commands_.handle(), kCopyWrites, kHostReads);
  RETURN_IF_ERROR(commands_.End());
  copied_ = wanted_;
  return Ok();
}

void NoteRun(VulkanBuffer& buffer, bool is_copied, gpu::Event event) {
  buffer.mirror().fresh_with = is_copied ? event : 0;
  buffer.mirror().was_read = false;
}

}  // namespace mica::vulkan
