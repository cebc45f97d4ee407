// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "backend/gl/context.h"
#include "backend/gl/fence_ring.h"
#include "backend/gl/transfers.h"
#include "gpu/device.h"

namespace mica::gl {

class GlDevice : public gpu::Device {
 public:
  // Asks the context for its limits.
  static Result<std::unique_ptr<GlDevice>> Create(std::unique_ptr<Context> context);
  ~GlDevice() override;

  const gpu::DeviceInfo& info() const override { return info_; }
  // Before anything is created.
  void UseMinimumLimits() { info_ = gpu::WithMinimumLimits(info_); }
  void HideFeatures(const std::set<gpu::Feature>& features) { info_ = gpu::WithoutFeatures(info_, features); }

  Result<std::unique_ptr<gpu::Buffer>> CreateBuffer(std::size_t size_bytes) override;
  Result<std::unique_ptr<gpu::Image>> CreateImage(const gpu::ImageDesc& desc) override;
  Result<std::unique_ptr<gpu::Program>> Compile(const gpu::ProgramSource& source) override;
  Result<std::unique_ptr<gpu::Recording>> Record(std::span<const gpu::Dispatch> dispatches,
                                                 const gpu::RecordOptions& options) override;

  Status Write(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) override;
  Status Read(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) override;
  Status Fill(gpu::Image& image, float value) override;

  bool Acquire() override;
  void Release() override;

 private:
  GlDevice(std::unique_ptr<Context> context, gpu::DeviceInfo info);

  const std::unique_ptr<Context> context_;
  FenceRing fences_;
  Transfers transfers_;
  gpu::DeviceInfo info_;
  int holds_ = 0;  // Guarded by the context's mutex, as is held_.
  std::optional<Context::Scope> held_;
};

}  // namespace mica::gl
