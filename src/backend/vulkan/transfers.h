// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>

#include "backend/vulkan/objects.h"

namespace mica::vulkan {

// Copies between CPU memory and buffers. Called with the connection's mutex held; ranges lie inside their buffers.
class Transfers {
 public:
  explicit Transfers(const Workshop& workshop) : workshop_(workshop) {}

  Status Write(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes);
  Status Read(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes);
  Status Fill(const VulkanImage& image, float value);

 private:
  Status WriteStaged(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes);
  Status ReadStaged(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes);
  Status CopyBack(VulkanBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes);

  const Workshop& workshop_;
  BoundBuffer from_gpu_;  // Created when it is first needed.
};

}  // namespace mica::vulkan
