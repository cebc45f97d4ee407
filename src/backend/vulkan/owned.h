// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <utility>

#include "backend/vulkan/connection.h"

namespace mica::vulkan {

// Owns one object of a connection, which outlives it.
template <typename Handle, auto kCreate, auto kDestroy>
class Owned {
 public:
  Owned() = default;  // Nothing.
  Owned(const Connection& connection, Handle handle) : connection_(&connection), handle_(handle) {}
  Owned(Owned&& other) noexcept : connection_(other.connection_), handle_(std::exchange(other.handle_, {})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(connection_, other.connection_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != VK_NULL_HANDLE) (connection_->vk().*kDestroy)(connection_->handle(), handle_, nullptr);
  }

  template <typename Info>
  static Result<Owned> Create(const Connection& connection, const Info& info) {
    Handle handle = VK_NULL_HANDLE;
    RETURN_IF_ERROR((connection.vk().*kCreate)(connection.handle(), &info, nullptr, &handle));
    return Owned(connection, handle);
  }

  Handle operator*() const { return handle_; }

 private:
  const Connection* connection_ = nullptr;
  Handle handle_ = VK_NULL_HANDLE;
};

#define MICA_OWNED(Name) \
  using Owned##Name = Owned<Vk##Name, &DeviceFunctions::Create##Name, &DeviceFunctions::Destroy##Name>;
MICA_OWNED(Buffer)
MICA_OWNED(CommandPool)
MICA_OWNED(DescriptorPool)
MICA_OWNED(DescriptorSetLayout)
MICA_OWNED(Fence)
MICA_OWNED(Image)
MICA_OWNED(ImageView)
MICA_OWNED(PipelineCache)
MICA_OWNED(PipelineLayout)
MICA_OWNED(QueryPool)
MICA_OWNED(Sampler)
MICA_OWNED(Semaphore)
MICA_OWNED(ShaderModule)
#undef MICA_OWNED
using OwnedMemory = Owned<VkDeviceMemory, &DeviceFunctions::AllocateMemory, &DeviceFunctions::FreeMemory>;
// Created many at a time, and so with another function.
using OwnedPipeline = Owned<VkPipeline, nullptr, &DeviceFunctions::DestroyPipeline>;

}  // namespace mica::vulkan
