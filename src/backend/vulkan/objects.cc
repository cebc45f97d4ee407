// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/objects.h"

#include <atomic>

namespace mica::vulkan {
namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

std::atomic<std::uint64_t> next_buffer_id = 1;

VkFormat FormatOf(gpu::ImageFormat format) {
  return format == gpu::ImageFormat::kRgba32Float ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_R16G16B16A16_SFLOAT;
}

}  // namespace

Result<std::unique_ptr<VulkanBuffer>> VulkanBuffer::Create(const Workshop& workshop, std::size_t size_bytes) {
  const VkDeviceSize limit_bytes = workshop.connection.physical().max_allocation_bytes;
  if (size_bytes > limit_bytes) return OutOfMemory("the device has at most {} bytes in one.", limit_bytes);
  std::unique_ptr<VulkanBuffer> buffer(new VulkanBuffer(workshop, size_bytes));
  const auto use = workshop.route == Route::kDirect ? MemoryUse::kMappedDevice : MemoryUse::kDevice;
  ASSIGN_OR_RETURN(buffer->buffer_, workshop.memory.CreateBuffer(size_bytes, kUsage, use));
  return buffer;
}

VulkanBuffer::VulkanBuffer(const Workshop& workshop, std::size_t size_bytes)
    : workshop_(workshop), id_(next_buffer_id++), size_bytes_(size_bytes) {}

VulkanBuffer::~VulkanBuffer() {
  const std::lock_guard lock(workshop_.connection.mutex());
  workshop_.queue.Drain();
  buffer_ = {};  // Inside the lock: the pool that its memory goes back to serves one at a time.
  mirror_ = {};
}

Result<std::unique_ptr<VulkanImage>> VulkanImage::Create(const Workshop& workshop, const gpu::ImageDesc& desc) {
  std::unique_ptr<VulkanImage> image(new VulkanImage(workshop, desc));
  RETURN_IF_ERROR(image->CreateImage());
  RETURN_IF_ERROR(image->SetLayout());
  return image;
}

VulkanImage::~VulkanImage() {
  const std::lock_guard lock(workshop_.connection.mutex());
  workshop_.queue.Drain();
  view_ = {};
  image_ = {};
  memory_ = {};
}

Status VulkanImage::CreateImage() {
  const VkImageCreateInfo image = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = FormatOf(desc_.format),
      .extent = {static_cast<std::uint32_t>(desc_.width), static_cast<std::uint32_t>(desc_.height), 1},
      .mipLevels = 1,
      .arrayLayers = static_cast<std::uint32_t>(desc_.layers),
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  ASSIGN_OR_RETURN(image_, OwnedImage::Create(workshop_.connection, image));
  ASSIGN_OR_RETURN(memory_, workshop_.memory.BindImage(*image_));
  const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = *image_,
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                      .format = image.format,
                                      .subresourceRange = kWholeImage};
  ASSIGN_OR_RETURN(view_, OwnedImageView::Create(workshop_.connection, view));
  return Ok();
}

Status VulkanImage::SetLayout() {
  ASSIGN_OR_RETURN(const VkCommandBuffer commands, workshop_.queue.CommandsOn(this));
  const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                        .dstAccessMask = kCopies.kinds,
                                        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                        .newLayout = kLayout,
                                        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .image = *image_,
                                        .subresourceRange = kWholeImage};
  workshop_.connection.vk().CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, kCopies.stages, 0, 0,
                                               nullptr, 0, nullptr, 1, &barrier);
  return Ok();
}

}  // namespace mica::vulkan
