// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "backend/vulkan/program.h"
#include "backend/vulkan/transfers.h"
#include "gpu/device.h"

namespace mica::vulkan {

class VulkanDevice : public gpu::Device {
 public:
  static Result<std::unique_ptr<VulkanDevice>> Create(std::unique_ptr<Connection> connection, Route route);
  ~VulkanDevice() override;

  const gpu::DeviceInfo& info() const override { return info_; }
  // Before anything is created.
  void UseMinimumLimits() { info_ = gpu::WithMinimumLimits(info_); }

  Result<std::unique_ptr<gpu::Buffer>> CreateBuffer(std::size_t size_bytes) override;
  Result<std::unique_ptr<gpu::Image>> CreateImage(const gpu::ImageDesc& desc) override;
  // Takes no lock: several threads may compile at once.
  Result<std::unique_ptr<gpu::Program>> Compile(const gpu::ProgramSource& source) override;
  Result<std::unique_ptr<gpu::Recording>> Record(std::span<const gpu::Dispatch> dispatches,
                                                 const gpu::RecordOptions& options) override;

  Status Write(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) override;
  Status Read(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) override;
  Status Fill(gpu::Image& image, float value) override;

  bool Acquire() override;
  void Release() override;

 private:
  explicit VulkanDevice(std::unique_ptr<Connection> connection);

  const std::unique_ptr<Connection> connection_;
  gpu::DeviceInfo info_;
  MemoryPool memory_;
  std::unique_ptr<WorkQueue> queue_;
  std::unique_ptr<ProgramFactory> programs_;
  std::unique_ptr<const Workshop> workshop_;
  std::unique_ptr<Transfers> transfers_;
};

}  // namespace mica::vulkan
