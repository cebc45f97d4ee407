// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/descriptor_sets.h"

#include <map>

namespace mica::vulkan {
namespace {

Result<OwnedDescriptorPool> CreatePool(const Connection& connection, std::span<const VulkanProgram* const> programs) {
  std::map<VkDescriptorType, std::uint32_t> counts;
  for (const VulkanProgram* program : programs) {
    for (const gpu::BindingKind kind : program->source().bindings) ++counts[DescriptorTypeOf(kind)];
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& [type, count] : counts) sizes.push_back({.type = type, .descriptorCount = count});
  const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                           .maxSets = static_cast<std::uint32_t>(programs.size()),
                                           .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                           .pPoolSizes = sizes.data()};
  return OwnedDescriptorPool::Create(connection, info);
}

VkWriteDescriptorSet MakeWrite(VkDescriptorSet set, std::uint32_t point, gpu::BindingKind kind) {
  return {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
          .dstSet = set,
          .dstBinding = point,
          .descriptorCount = 1,
          .descriptorType = DescriptorTypeOf(kind)};
}

}  // namespace

Result<DescriptorSets> DescriptorSets::Create(const Connection& connection,
                                              std::span<const VulkanProgram* const> programs) {
  if (programs.empty()) return DescriptorSets({}, 0);  // A pool of no sets may not be.
  ASSIGN_OR_RETURN(OwnedDescriptorPool pool, CreatePool(connection, programs));
  std::vector<VkDescriptorSetLayout> layouts;
  for (const VulkanProgram* program : programs) layouts.push_back(program->set_layout());
  const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = *pool,
                                            .descriptorSetCount = static_cast<std::uint32_t>(layouts.size()),
                                            .pSetLayouts = layouts.data()};
  DescriptorSets sets(std::move(pool), layouts.size());
  RETURN_IF_ERROR(connection.vk().AllocateDescriptorSets(connection.handle(), &info, sets.sets_.data()));
  return sets;
}

void BindBuffer(const Connection& connection, VkDescriptorSet set, std::uint32_t point, const gpu::BufferRange& range) {
  const VkDescriptorBufferInfo buffer = {
      .buffer = AsOwn<VulkanBuffer>(*range.buffer).handle(), .offset = range.offset_bytes, .range = range.size_bytes};
  VkWriteDescriptorSet write = MakeWrite(set, point, gpu::BindingKind::kReadBuffer);
  write.pBufferInfo = &buffer;
  connection.vk().UpdateDescriptorSets(connection.handle(), 1, &write, 0, nullptr);
}

void BindImage(const Connection& connection, VkDescriptorSet set, std::uint32_t point, gpu::BindingKind kind,
               const VulkanImage& image) {
  const VkDescriptorImageInfo info = {.imageView = image.view(), .imageLayout = VulkanImage::kLayout};
  VkWriteDescriptorSet write = MakeWrite(set, point, kind);
  write.pImageInfo = &info;
  connection.vk().UpdateDescriptorSets(connection.handle(), 1, &write, 0, nullptr);
}

}  // namespace mica::vulkan
