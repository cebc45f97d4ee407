// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <mutex>

#include "gpu/device.h"

// A GPU that checks every precondition of the contract and runs nothing: for tests of all that leads up to a GPU, and
// the folder to copy for a new backend.
namespace mica::null_backend {

class NullDevice : public gpu::Device {
 public:
  explicit NullDevice(gpu::DeviceInfo info);

  const gpu::DeviceInfo& info() const override { return info_; }

  // Buffers are host memory, zero at first: a Read gives what was written, for no dispatch ever changes it.
  Result<std::unique_ptr<gpu::Buffer>> CreateBuffer(std::size_t size_bytes) override;
  Result<std::unique_ptr<gpu::Image>> CreateImage(const gpu::ImageDesc& desc) override;
  Result<std::unique_ptr<gpu::Program>> Compile(const gpu::ProgramSource& source) override;
  Result<std::unique_ptr<gpu::Recording>> Record(std::span<const gpu::Dispatch> dispatches,
                                                 const gpu::RecordOptions& options) override;

  Status Write(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) override;
  Status Read(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) override;
  Status Fill(gpu::Image& image, float value) override;

  // How many runs all recordings have started.
  std::uint64_t submit_count() const;

 private:
  friend class NullRecording;

  const gpu::DeviceInfo info_;
  mutable std::mutex mutex_;
  gpu::Event last_event_ = 0;  // Guarded by mutex_. Events are numbered from 1.
};

// A device with these limits; by default those that OpenGL ES 3.1 guarantees.
std::unique_ptr<NullDevice> CreateDevice(gpu::DeviceInfo info = {});

}  // namespace mica::null_backend
