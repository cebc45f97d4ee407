// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/work_queue.h"

#include <algorithm>
#include <utility>

namespace mica::vulkan {

Result<std::unique_ptr<WorkQueue>> WorkQueue::Create(const Connection& connection, MemoryPool& memory) {
  ASSIGN_OR_RETURN(std::unique_ptr<Completion> completion, connection.has_timeline()
                                                               ? CreateSemaphoreCompletion(connection)
                                                               : CreateFenceCompletion(connection));
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < kBatches; ++i) {
    ASSIGN_OR_RETURN(CommandBuffer commands, CommandBuffer::Create(connection));
    batches.push_back({.commands = std::move(commands)});
  }
  return std::unique_ptr<WorkQueue>(new WorkQueue(connection, memory, std::move(completion), std::move(batches)));
}

WorkQueue::WorkQueue(const Connection& connection, MemoryPool& memory, std::unique_ptr<Completion> completion,
                     std::vector<Batch> batches)
    : connection_(connection), memory_(memory), timeline_(std::move(completion)), batches_(std::move(batches)) {}

Status WorkQueue::Open() {
  Batch& batch = current();
  if (batch.is_open) return Ok();
  if (batch.event > 0) RETURN_IF_ERROR(timeline_.Wait(batch.event, gpu::WaitMode::kPassive));
  RETURN_IF_ERROR(batch.commands.Begin(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT));
  RecordBarrier(connection_.vk(), batch.commands.handle(), kKernelWrites | kCopyWrites, kCopies);
  batch.staged_bytes = 0;
  batch.touched.clear();
  batch.is_open = true;
  return Ok();
}

Result<VkCommandBuffer> WorkQueue::CommandsOn(const void* object) {
  RETURN_IF_ERROR(Open());
  Batch& batch = current();
  if (std::ranges::find(batch.touched, object) != batch.touched.end()) {
    RecordBarrier(connection_.vk(), batch.commands.handle(), kCopyWrites, kCopies);
    batch.touched.clear();
  }
  batch.touched.push_back(object);
  return batch.commands.handle();
}

Result<WorkQueue::Staging> WorkQueue::Stage(std::size_t wanted_bytes) {
  if (staging_.handle() == VK_NULL_HANDLE) {
    ASSIGN_OR_RETURN(
        staging_, memory_.CreateBuffer(kBatches * kStagedBytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::kUpload));
  }
  if (current().staged_bytes == kStagedBytes) RETURN_IF_ERROR(Flush());
  RETURN_IF_ERROR(Open());
  Batch& batch = current();
  const std::size_t offset_bytes = current_ * kStagedBytes + batch.staged_bytes;
  const std::size_t size_bytes = std::min(wanted_bytes, kStagedBytes - batch.staged_bytes);
  batch.staged_bytes += size_bytes;
  return Staging{.bytes = {staging_.mapped() + offset_bytes, size_bytes},
                 .buffer = staging_.handle(),
                 .offset_bytes = offset_bytes};
}

Result<gpu::Event> WorkQueue::Send(VkCommandBuffer run, VkCommandBuffer rest) {
  Batch& batch = current();
  std::array<VkCommandBuffer, 3> commands;
  std::size_t count = 0;
  if (std::exchange(batch.is_open, false)) {
    RETURN_IF_ERROR(batch.commands.End());
    commands[count++] = batch.commands.handle();
  }
  for (const VkCommandBuffer part : {run, rest}) {
    if (part != VK_NULL_HANDLE) commands[count++] = part;
  }
  return timeline_.Submit({commands.data(), count});
}

Result<gpu::Event> WorkQueue::Submit(VkCommandBuffer run, VkCommandBuffer rest) {
  const bool has_gathered = current().is_open;
  ASSIGN_OR_RETURN(const gpu::Event event, Send(run, rest));
  if (has_gathered) {
    current().event = event;
    current_ = (current_ + 1) % kBatches;
  }
  return event;
}

Status WorkQueue::Flush() {
  if (!current().is_open) return Ok();
  ASSIGN_OR_RETURN([[maybe_unused]] const gpu::Event event, Submit(VK_NULL_HANDLE));
  return Ok();
}

Status WorkQueue::Finish() {
  RETURN_IF_ERROR(Flush());
  return timeline_.WaitForAll();
}

void WorkQueue::Drain() {
  if (!Finish().ok()) static_cast<void>(connection_.vk().QueueWaitIdle(connection_.queue()));
}

}  // namespace mica::vulkan
