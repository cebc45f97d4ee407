// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/null/null_device.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "gpu/preconditions.h"

namespace mica::null_backend {
namespace {

struct FreeMemory {
  void operator()(std::byte* memory) const { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc)
};
using Memory = std::unique_ptr<std::byte[], FreeMemory>;

class NullBuffer : public gpu::Buffer {
 public:
  NullBuffer(Memory memory, std::size_t size_bytes) : memory_(std::move(memory)), size_bytes_(size_bytes) {}
  std::size_t size_bytes() const override { return size_bytes_; }
  std::byte* memory() { return memory_.get(); }

 private:
  Memory memory_;
  std::size_t size_bytes_;
};

class NullImage : public gpu::Image {
 public:
  explicit NullImage(const gpu::ImageDesc& desc) : desc_(desc) {}
  const gpu::ImageDesc& desc() const override { return desc_; }

 private:
  gpu::ImageDesc desc_;
};

class NullProgram : public gpu::Program {
 public:
  explicit NullProgram(gpu::ProgramSource source) : source_(std::move(source)) {}
  const gpu::ProgramSource& source() const override { return source_; }

 private:
  gpu::ProgramSource source_;
};

// Objects of two backends never meet: where they do, it is a bug of ours.
template <typename Own, typename Object>
Own& AsOwn(Object& object) {
  auto* own = dynamic_cast<Own*>(&object);
  MICA_CHECK(own != nullptr, "an object of another backend reached the null backend.");
  return *own;
}

void CheckOwnership(const gpu::Dispatch& dispatch) {
  AsOwn<NullProgram>(*dispatch.program);
  for (const gpu::Binding& binding : dispatch.bindings) {
    if (const auto* range = std::get_if<gpu::BufferRange>(&binding)) AsOwn<NullBuffer>(*range->buffer);
    if (const auto* image = std::get_if<gpu::Image*>(&binding)) AsOwn<NullImage>(**image);
  }
}

}  // namespace

// Of a list of dispatches, the null backend needs only the external slots: all else was checked when it was recorded.
class NullRecording : public gpu::Recording {
 public:
  NullRecording(NullDevice& device, std::span<const gpu::Dispatch> dispatches) : device_(device) {
    for (const gpu::Dispatch& dispatch : dispatches) {
      for (const gpu::Binding& binding : dispatch.bindings) {
        if (const auto* slot = std::get_if<gpu::ExternalSlot>(&binding)) slots_.push_back(slot->index);
      }
    }
  }

  Result<gpu::Event> Submit(gpu::ExternalBindings externals) override {
    for (const int slot : slots_) RETURN_IF_ERROR(gpu::CheckExternal(device_.info(), slot, externals));
    const std::lock_guard lock(device_.mutex_);
    return ++device_.last_event_;
  }

  Status Wait(gpu::Event event, gpu::WaitMode) override {
    const std::lock_guard lock(device_.mutex_);
    if (event >= 1 && event <= device_.last_event_) return Ok();
    return InvalidArgument("event {} was never submitted; the last one is {}.", event, device_.last_event_);
  }

 private:
  NullDevice& device_;
  std::vector<int> slots_;
};

NullDevice::NullDevice(gpu::DeviceInfo info) : info_(std::move(info)) {}

Result<std::unique_ptr<gpu::Buffer>> NullDevice::CreateBuffer(std::size_t size_bytes) {
  RETURN_IF_ERROR(gpu::CheckBufferSize(size_bytes));
  // calloc() gives zeros that cost no memory before they are touched: plans of any size can be tried.
  Memory memory(static_cast<std::byte*>(std::calloc(size_bytes, 1)));  // NOLINT(cppcoreguidelines-no-malloc)
  if (memory == nullptr) return OutOfMemory("a buffer of {} bytes: the host is out of memory.", size_bytes);
  return std::make_unique<NullBuffer>(std::move(memory), size_bytes);
}

Result<std::unique_ptr<gpu::Image>> NullDevice::CreateImage(const gpu::ImageDesc& desc) {
  RETURN_IF_ERROR(gpu::CheckImage(info_, desc));
  return std::make_unique<NullImage>(desc);
}

Result<std::unique_ptr<gpu::Program>> NullDevice::Compile(const gpu::ProgramSource& source) {
  RETURN_IF_ERROR(gpu::CheckProgram(info_, source));
  return std::make_unique<NullProgram>(source);
}

Result<std::unique_ptr<gpu::Recording>> NullDevice::Record(std::span<const gpu::Dispatch> dispatches,
                                                           const gpu::RecordOptions& options) {
  RETURN_IF_ERROR(gpu::CheckRecording(info_, dispatches, options));
  for (const gpu::Dispatch& dispatch : dispatches) CheckOwnership(dispatch);
  return std::make_unique<NullRecording>(*this, dispatches);
}

Status NullDevice::Write(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  RETURN_IF_ERROR(gpu::CheckTransfer(buffer, offset_bytes, bytes.size()));
  const std::lock_guard lock(mutex_);
  if (!bytes.empty()) std::memcpy(AsOwn<NullBuffer>(buffer).memory() + offset_bytes, bytes.data(), bytes.size());
  return Ok();
}

Status NullDevice::Read(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  RETURN_IF_ERROR(gpu::CheckTransfer(buffer, offset_bytes, bytes.size()));
  const std::lock_guard lock(mutex_);
  if (!bytes.empty()) std::memcpy(bytes.data(), AsOwn<NullBuffer>(buffer).memory() + offset_bytes, bytes.size());
  return Ok();
}

Status NullDevice::Fill(gpu::Image& image, float) {
  AsOwn<NullImage>(image);
  return Ok();
}

std::uint64_t NullDevice::submit_count() const {
  const std::lock_guard lock(mutex_);
  return last_event_;
}

std::unique_ptr<NullDevice> CreateDevice(gpu::DeviceInfo info) {
  info.backend = "null";
  if (info.name.empty()) info.name = "null device";
  return std::make_unique<NullDevice>(std::move(info));
}

}  // namespace mica::null_backend
