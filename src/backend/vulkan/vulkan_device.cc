// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/vulkan_device.h"

#include <utility>

#include "backend/vulkan/recording.h"
#include "gpu/preconditions.h"

namespace mica::vulkan {

Result<std::unique_ptr<VulkanDevice>> VulkanDevice::Create(std::unique_ptr<Connection> connection, Route route) {
  std::unique_ptr<VulkanDevice> device(new VulkanDevice(std::move(connection)));
  ASSIGN_OR_RETURN(device->queue_, WorkQueue::Create(*device->connection_, device->memory_));
  ASSIGN_OR_RETURN(device->programs_, ProgramFactory::Create(*device->connection_));
  device->workshop_ =
      std::make_unique<Workshop>(Workshop{*device->connection_, device->memory_, *device->queue_, route});
  device->transfers_ = std::make_unique<Transfers>(*device->workshop_);
  return device;
}

VulkanDevice::VulkanDevice(std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)), info_(connection_->physical().info), memory_(*connection_) {}

VulkanDevice::~VulkanDevice() {
  if (queue_ != nullptr) queue_->Drain();
}

Result<std::unique_ptr<gpu::Buffer>> VulkanDevice::CreateBuffer(std::size_t size_bytes) {
  RETURN_IF_ERROR(gpu::CheckBufferSize(size_bytes));
  const std::lock_guard lock(connection_->mutex());
  Result<std::unique_ptr<VulkanBuffer>> buffer = VulkanBuffer::Create(*workshop_, size_bytes);
  if (!buffer) return Unexpected(buffer.error().WithContext("a buffer of {} bytes", size_bytes));
  return *std::move(buffer);
}

Result<std::unique_ptr<gpu::Image>> VulkanDevice::CreateImage(const gpu::ImageDesc& desc) {
  RETURN_IF_ERROR(gpu::CheckImage(info_, desc));
  const std::lock_guard lock(connection_->mutex());
  Result<std::unique_ptr<VulkanImage>> image = VulkanImage::Create(*workshop_, desc);
  if (!image) {
    return Unexpected(image.error().WithContext("an image of {} x {} with {} layers ({} bytes)", desc.width,
                                                desc.height, desc.layers, desc.size_bytes()));
  }
  return *std::move(image);
}

Result<std::unique_ptr<gpu::Program>> VulkanDevice::Compile(const gpu::ProgramSource& source) {
  RETURN_IF_ERROR(gpu::CheckProgram(info_, source));
  return programs_->Compile(source);
}

Result<std::unique_ptr<gpu::Recording>> VulkanDevice::Record(std::span<const gpu::Dispatch> dispatches,
                                                             const gpu::RecordOptions& options) {
  RETURN_IF_ERROR(gpu::CheckRecording(info_, dispatches, options));
  const std::lock_guard lock(connection_->mutex());
  Result<std::unique_ptr<VulkanRecording>> recording = VulkanRecording::Create(*workshop_, dispatches, options);
  if (!recording) return Unexpected(recording.error().WithContext("a recording of {} dispatches", dispatches.size()));
  return *std::move(recording);
}

Status VulkanDevice::Write(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  RETURN_IF_ERROR(gpu::CheckTransfer(buffer, offset_bytes, bytes.size()));
  const std::lock_guard lock(connection_->mutex());
  return transfers_->Write(AsOwn<VulkanBuffer>(buffer), offset_bytes, bytes);
}

Status VulkanDevice::Read(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  RETURN_IF_ERROR(gpu::CheckTransfer(buffer, offset_bytes, bytes.size()));
  const std::lock_guard lock(connection_->mutex());
  return transfers_->Read(AsOwn<VulkanBuffer>(buffer), offset_bytes, bytes);
}

Status VulkanDevice::Fill(gpu::Image& image, float value) {
  const std::lock_guard lock(connection_->mutex());
  return transfers_->Fill(AsOwn<VulkanImage>(image), value);
}

bool VulkanDevice::Acquire() {
  connection_->mutex().lock();
  return true;
}

void VulkanDevice::Release() {
  connection_->mutex().unlock();
}

}  // namespace mica::vulkan
