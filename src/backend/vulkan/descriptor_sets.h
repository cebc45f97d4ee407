// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <vector>

#include "backend/vulkan/objects.h"
#include "backend/vulkan/program.h"

namespace mica::vulkan {

// The descriptor sets of a recording, all allocated at once.
class DescriptorSets {
 public:
  // One set for each of these programs, in their order.
  static Result<DescriptorSets> Create(const Connection& connection, std::span<const VulkanProgram* const> programs);

  VkDescriptorSet operator[](std::size_t index) const { return sets_[index]; }

 private:
  DescriptorSets(OwnedDescriptorPool pool, std::size_t count) : pool_(std::move(pool)), sets_(count) {}

  OwnedDescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;
};

// Puts an object at a binding point of a set that the GPU does not use at present.
void BindBuffer(const Connection& connection, VkDescriptorSet set, std::uint32_t point, const gpu::BufferRange& range);
void BindImage(const Connection& connection, VkDescriptorSet set, std::uint32_t point, gpu::BindingKind kind,
               const VulkanImage& image);

}  // namespace mica::vulkan
