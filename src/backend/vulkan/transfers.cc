// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/transfers.h"

#include <algorithm>
#include <cstring>

namespace mica::vulkan {
namespace {

// Bounds the memory that staging takes; far above it, the cost of a further round no longer shows.
constexpr std::size_t kStagedBytes = std::size_t{4} << 20;

// Larger buffers have no mirror: their own bytes take longer than the trip that it saves.
constexpr std::size_t kMirroredBytes = std::size_t{16} << 20;

}  // namespace

Status Transfers::Write(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  if (bytes.empty()) return Ok();
  buffer.mirror().fresh_with = 0;
  if (buffer.mapped() == nullptr) {
    return WriteStaged(buffer, offset_bytes, bytes).WithContext("writing {} bytes into a buffer", bytes.size());
  }
  // An earlier run must not see it.
  RETURN_IF_ERROR(workshop_.queue.Finish().WithContext("writing {} bytes into a buffer", bytes.size()));
  std::memcpy(buffer.mapped() + offset_bytes, bytes.data(), bytes.size());
  return Ok();
}

Status Transfers::WriteStaged(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    ASSIGN_OR_RETURN(const WorkQueue::Staging staging, workshop_.queue.Stage(bytes.size()));
    std::memcpy(staging.bytes.data(), bytes.data(), staging.bytes.size());
    ASSIGN_OR_RETURN(const VkCommandBuffer commands, workshop_.queue.CommandsOn(&buffer));
    const VkBufferCopy copy = {
        .srcOffset = staging.offset_bytes, .dstOffset = offset_bytes, .size = staging.bytes.size()};
    workshop_.connection.vk().CmdCopyBuffer(commands, staging.buffer, buffer.handle(), 1, &copy);
    offset_bytes += staging.bytes.size();
    bytes = bytes.subspan(staging.bytes.size());
  }
  return Ok();
}

Status Transfers::Read(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  if (bytes.empty()) return Ok();
  if (buffer.mapped() == nullptr) {
    return ReadStaged(buffer, offset_bytes, bytes).WithContext("reading {} bytes of a buffer", bytes.size());
  }
  RETURN_IF_ERROR(workshop_.queue.Finish().WithContext("reading {} bytes of a buffer", bytes.size()));
  std::memcpy(bytes.data(), buffer.mapped() + offset_bytes, bytes.size());
  return Ok();
}

Status Transfers::ReadStaged(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  Mirror& mirror = buffer.mirror();
  mirror.was_read = true;
  if (mirror.fresh_with > 0) {
    RETURN_IF_ERROR(workshop_.queue.Wait(mirror.fresh_with, gpu::WaitMode::kPassive));
    std::memcpy(bytes.data(), mirror.memory.mapped() + offset_bytes, bytes.size());
    return Ok();
  }
  if (mirror.memory.handle() == VK_NULL_HANDLE && buffer.size_bytes() <= kMirroredBytes) {
    ASSIGN_OR_RETURN(mirror.memory, workshop_.memory.CreateBuffer(buffer.size_bytes(), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                                                  MemoryUse::kDownload));
  }
  return CopyBack(buffer, offset_bytes, bytes);
}

Status Transfers::CopyBack(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  if (from_gpu_.handle() == VK_NULL_HANDLE) {
    ASSIGN_OR_RETURN(
        from_gpu_, workshop_.memory.CreateBuffer(kStagedBytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::kDownload));
  }
  const DeviceFunctions& vk = workshop_.connection.vk();
  while (!bytes.empty()) {
    const std::size_t size_bytes = std::min(kStagedBytes, bytes.size());
    ASSIGN_OR_RETURN(const VkCommandBuffer commands, workshop_.queue.CommandsOn(&buffer));
    const VkBufferCopy copy = {.srcOffset = offset_bytes, .dstOffset = 0, .size = size_bytes};
    vk.CmdCopyBuffer(commands, buffer.handle(), from_gpu_.handle(), 1, &copy);
    RecordBarrier(vk, commands, kCopyWrites, kHostReads);
    RETURN_IF_ERROR(workshop_.queue.Finish());
    std::memcpy(bytes.data(), from_gpu_.mapped(), size_bytes);
    offset_bytes += size_bytes;
    bytes = bytes.subspan(size_bytes);
  }
  return Ok();
}

Status Transfers::Fill(const VulkanImage& image, float value) {
  Result<VkCommandBuffer> commands = workshop_.queue.CommandsOn(&image);
  if (!commands) return commands.error().WithContext("filling an image of {} bytes", image.desc().size_bytes());
  const VkClearColorValue color = {.float32 = {value, value, value, value}};
  workshop_.connection.vk().CmdClearColorImage(*commands, image.handle(), VulkanImage::kLayout, &color, 1,
                                               &kWholeImage);
  return Ok();
}

}  // namespace mica::vulkan
