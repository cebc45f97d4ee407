// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "backend/vulkan/work_queue.h"
#include "base/check.h"
#include "gpu/device.h"

namespace mica::vulkan {

// What buffers and images are made with, and need when they go.
struct Workshop {
  Connection& connection;
  MemoryPool& memory;
  WorkQueue& queue;
  Route route;
};

// A copy of a buffer that the CPU can read fast: see readback.h.
struct Mirror {
  BoundBuffer memory;         // Created with the first read.
  bool was_read = false;      // The buffer, since the last run that wrote it.
  gpu::Event fresh_with = 0;  // The submission with which the copy became the same as the buffer; 0: it is not.

  bool is_wanted() const { return was_read && memory.handle() != VK_NULL_HANDLE; }
};

class VulkanBuffer : public gpu::Buffer {
 public:
  static Result<std::unique_ptr<VulkanBuffer>> Create(const Workshop& workshop, std::size_t size_bytes);
  // Waits for the GPU, which may still use it.
  ~VulkanBuffer() override;

  std::size_t size_bytes() const override { return size_bytes_; }
  VkBuffer handle() const { return buffer_.handle(); }
  // Of this buffer alone: drivers give the handle of a dead one to the next.
  std::uint64_t id() const { return id_; }
  // Null where the CPU reaches it only by staging.
  std::byte* mapped() const { return buffer_.mapped(); }
  Mirror& mirror() { return mirror_; }

 private:
  VulkanBuffer(const Workshop& workshop, std::size_t size_bytes);

  const Workshop& workshop_;
  const std::uint64_t id_;
  const std::size_t size_bytes_;
  BoundBuffer buffer_;
  Mirror mirror_;
};

// A 2D array, read by texel fetches and written as a storage image; always in the one layout that allows both.
class VulkanImage : public gpu::Image {
 public:
  static constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_GENERAL;

  static Result<std::unique_ptr<VulkanImage>> Create(const Workshop& workshop, const gpu::ImageDesc& desc);
  ~VulkanImage() override;

  const gpu::ImageDesc& desc() const override { return desc_; }
  VkImage handle() const { return *image_; }
  VkImageView view() const { return *view_; }

 private:
  VulkanImage(const Workshop& workshop, const gpu::ImageDesc& desc) : workshop_(workshop), desc_(desc) {}

  Status CreateImage();
  Status SetLayout();

  const Workshop& workshop_;
  const gpu::ImageDesc desc_;
  MemoryRange memory_;  // Outlives what lies in it.
  OwnedImage image_;
  OwnedImageView view_;
};

// All layers, and the one level.
inline constexpr VkImageSubresourceRange kWholeImage = {
    .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = VK_REMAINING_ARRAY_LAYERS};

// Objects of two backends never meet: where they do, it is a bug of ours.
template <typename Own, typename Object>
Own& AsOwn(Object& object) {
  auto* own = dynamic_cast<Own*>(&object);
  MICA_CHECK(own != nullptr, "an object of another backend reached the Vulkan backend.");
  return *own;
}

}  // namespace mica::vulkan
