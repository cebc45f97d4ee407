// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "backend/vulkan/owned.h"
#include "backend/vulkan/shader_compiler.h"
#include "gpu/device.h"

namespace mica::vulkan {

// A compute pipeline. Binding n of set 0 is the n-th of the source's bindings.
class VulkanProgram : public gpu::Program {
 public:
  VulkanProgram(gpu::ProgramSource source, OwnedDescriptorSetLayout set_layout, OwnedPipelineLayout layout,
                OwnedPipeline pipeline)
      : source_(std::move(source)),
        set_layout_(std::move(set_layout)),
        layout_(std::move(layout)),
        pipeline_(std::move(pipeline)) {}

  const gpu::ProgramSource& source() const override { return source_; }
  VkDescriptorSetLayout set_layout() const { return *set_layout_; }
  VkPipelineLayout layout() const { return *layout_; }
  VkPipeline pipeline() const { return *pipeline_; }

 private:
  const gpu::ProgramSource source_;
  const OwnedDescriptorSetLayout set_layout_;
  const OwnedPipelineLayout layout_;
  const OwnedPipeline pipeline_;
};

// What all programs of a device are made with.
class ProgramFactory {
 public:
  static Result<std::unique_ptr<ProgramFactory>> Create(const Connection& connection);

  // Needs no lock: programs may be compiled on any number of threads at once.
  Result<std::unique_ptr<gpu::Program>> Compile(const gpu::ProgramSource& source) const;

 private:
  ProgramFactory(const Connection& connection, OwnedSampler sampler, OwnedPipelineCache cache)
      : connection_(connection), sampler_(std::move(sampler)), cache_(std::move(cache)) {}

  Result<std::unique_ptr<VulkanProgram>> Build(const gpu::ProgramSource& source, const SpirV& code) const;
  Result<OwnedDescriptorSetLayout> CreateSetLayout(const gpu::ProgramSource& source) const;
  Result<OwnedPipelineLayout> CreatePipelineLayout(VkDescriptorSetLayout set_layout) const;
  Result<OwnedPipeline> CreatePipeline(const SpirV& code, VkPipelineLayout layout) const;

  const Connection& connection_;
  const OwnedSampler sampler_;      // Kernels fetch texels; a sampler is only what the descriptor wants.
  const OwnedPipelineCache cache_;  // Programs with equal code are compiled once.
};

// How Vulkan calls what a binding takes.
VkDescriptorType DescriptorTypeOf(gpu::BindingKind kind);

}  // namespace mica::vulkan
