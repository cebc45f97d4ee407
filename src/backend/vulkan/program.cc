// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/program.h"

#include <vector>

namespace mica::vulkan {
namespace {

// Grids are counted with the source's work group; were the text's another, a part of the output would stay unwritten.
Status CheckGroupSize(const SpirV& code, const gpu::ProgramSource& source) {
  const std::array<int, 3>& size = code.group_size;
  if (size == source.group_size) return Ok();
  return InvalidArgument("{}: the text has work groups of {} x {} x {}; its description says {} x {} x {}.",
                         source.name, size[0], size[1], size[2], source.group_size[0], source.group_size[1],
                         source.group_size[2]);
}

}  // namespace

VkDescriptorType DescriptorTypeOf(gpu::BindingKind kind) {
  switch (kind) {
    case gpu::BindingKind::kReadImage:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case gpu::BindingKind::kWriteImage:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    default:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  }
}

Result<std::unique_ptr<ProgramFactory>> ProgramFactory::Create(const Connection& connection) {
  const VkSamplerCreateInfo sampler_info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                            .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                            .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                            .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
  const VkPipelineCacheCreateInfo cache_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  ASSIGN_OR_RETURN(OwnedSampler sampler, OwnedSampler::Create(connection, sampler_info));
  ASSIGN_OR_RETURN(OwnedPipelineCache cache, OwnedPipelineCache::Create(connection, cache_info));
  return std::unique_ptr<ProgramFactory>(new ProgramFactory(connection, std::move(sampler), std::move(cache)));
}

Result<std::unique_ptr<gpu::Program>> ProgramFactory::Compile(const gpu::ProgramSource& source) const {
  ASSIGN_OR_RETURN(const SpirV code, CompileGlsl(source));
  RETURN_IF_ERROR(CheckGroupSize(code, source));
  Result<std::unique_ptr<VulkanProgram>> program = Build(source, code);
  if (!program) return Unexpected(program.error().WithContext("{}", source.name));
  return *std::move(program);
}

Result<std::unique_ptr<VulkanProgram>> ProgramFactory::Build(const gpu::ProgramSource& source,
                                                             const SpirV& code) const {
  ASSIGN_OR_RETURN(OwnedDescriptorSetLayout set_layout, CreateSetLayout(source));
  ASSIGN_OR_RETURN(OwnedPipelineLayout layout, CreatePipelineLayout(*set_layout));
  ASSIGN_OR_RETURN(OwnedPipeline pipeline, CreatePipeline(code, *layout));
  return std::make_unique<VulkanProgram>(source, std::move(set_layout), std::move(layout), std::move(pipeline));
}

Result<OwnedDescriptorSetLayout> ProgramFactory::CreateSetLayout(const gpu::ProgramSource& source) const {
  const VkSampler sampler = *sampler_;
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (const gpu::BindingKind kind : source.bindings) {
    bindings.push_back({.binding = static_cast<std::uint32_t>(bindings.size()),
                        .descriptorType = DescriptorTypeOf(kind),
                        .descriptorCount = 1,
                        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                        .pImmutableSamplers = kind == gpu::BindingKind::kReadImage ? &sampler : nullptr});
  }
  const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = static_cast<std::uint32_t>(bindings.size()),
                                                .pBindings = bindings.data()};
  return OwnedDescriptorSetLayout::Create(connection_, info);
}

Result<OwnedPipelineLayout> ProgramFactory::CreatePipelineLayout(VkDescriptorSetLayout set_layout) const {
  const VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
  return OwnedPipelineLayout::Create(connection_, info);
}

Result<OwnedPipeline> ProgramFactory::CreatePipeline(const SpirV& code, VkPipelineLayout layout) const {
  const VkShaderModuleCreateInfo module_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                                .codeSize = code.words.size() * sizeof(std::uint32_t),
                                                .pCode = code.words.data()};
  ASSIGN_OR_RETURN(const OwnedShaderModule shader_module, OwnedShaderModule::Create(connection_, module_info));
  const VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                      .module = *shader_module,
                                                      .pName = "main"},
                                            .layout = layout};
  VkPipeline pipeline = VK_NULL_HANDLE;
  RETURN_IF_ERROR(connection_.vk().CreateComputePipelines(connection_.handle(), *cache_, 1, &info, nullptr, &pipeline));
  return OwnedPipeline(connection_, pipeline);
}

}  // namespace mica::vulkan
