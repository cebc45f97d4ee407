// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/status.h"
#include "gpu/device_info.h"

// What a backend provides, and all of it. The rest of the engine knows a GPU only through this file.
//
// Threads: a device serves one call at a time (it holds a mutex) and may be called from any thread.
namespace mica::gpu {

// A block of device memory, used as ranges.
class Buffer {
 public:
  virtual ~Buffer() = default;
  virtual std::size_t size_bytes() const = 0;
};

enum class ImageFormat { kRgba32Float, kRgba16Float };

struct ImageDesc {
  ImageFormat format = ImageFormat::kRgba32Float;
  int width = 1;
  int height = 1;
  int layers = 1;

  std::size_t size_bytes() const {
    const std::size_t texel_bytes = format == ImageFormat::kRgba32Float ? 16 : 8;
    return texel_bytes * static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(layers);
  }
  friend bool operator==(const ImageDesc&, const ImageDesc&) = default;
};

// A 2D-array image: read with texel fetches, written as a storage image.
class Image {
 public:
  virtual ~Image() = default;
  virtual const ImageDesc& desc() const = 0;
};

// What one binding point of a program takes, in the order of the points.
enum class BindingKind { kReadBuffer, kWriteBuffer, kReadImage, kWriteImage };

struct ProgramSource {
  std::string name;  // For messages and traces.
  Language language = Language::kGlslEs;
  std::string text;
  std::array<int, 3> group_size = {1, 1, 1};
  std::vector<BindingKind> bindings;
};

class Program {
 public:
  virtual ~Program() = default;
  virtual const ProgramSource& source() const = 0;
};

struct BufferRange {
  Buffer* buffer = nullptr;
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;
};

// A slot of the graph's inputs and outputs: the object comes with each Submit.
struct ExternalSlot {
  int index = 0;
};

using Binding = std::variant<BufferRange, Image*, ExternalSlot>;

struct Dispatch {
  Program* program = nullptr;
  std::vector<Binding> bindings;  // As many as the program has binding points.
  std::array<int, 3> group_count = {1, 1, 1};
  bool barrier_before = false;  // Something this dispatch touches was written, or is still read, by an earlier one.
};

// The objects in the graph's input and output slots, by slot index.
using ExternalBindings = std::span<const BufferRange>;

using Event = std::uint64_t;

// Passively: the thread sleeps until the GPU is done. Actively: it spins, which saves the wake-up and burns a core.
enum class WaitMode { kPassive, kActive };

// When a dispatch was on the GPU, in microseconds since the first one of its run began.
struct DispatchTime {
  double begin_us = 0;
  double end_us = 0;
};

struct RecordOptions {
  // Notes the times of every dispatch. Each then waits for the one before it, so that its time is its own: for
  // profiles, not for speed. Only where DeviceInfo::has_timestamps.
  bool timestamps = false;
};

// A list of dispatches, checked and prepared once, run as often as wanted.
class Recording {
 public:
  virtual ~Recording() = default;
  // Starts one run. Allocates nothing, compiles nothing; rebinding external objects costs little.
  virtual Result<Event> Submit(ExternalBindings externals) = 0;
  virtual Status Wait(Event event, WaitMode mode) = 0;
  // The times of the last run, which must have been waited for: one for each dispatch of a recording with timestamps.
  // None where something disturbed the GPU's clock: another run may have better luck.
  virtual Result<std::vector<DispatchTime>> ReadTimes() { return Unsupported("this recording has no timestamps."); }
};

// Owns the connection to one GPU, and outlives everything it creates.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;

  virtual Result<std::unique_ptr<Buffer>> CreateBuffer(std::size_t size_bytes) = 0;
  virtual Result<std::unique_ptr<Image>> CreateImage(const ImageDesc& desc) = 0;
  virtual Result<std::unique_ptr<Program>> Compile(const ProgramSource& source) = 0;
  virtual Result<std::unique_ptr<Recording>> Record(  // NOLINT(google-default-arguments): no override has another.
      std::span<const Dispatch> dispatches, const RecordOptions& options = {}) = 0;

  // Between CPU memory and a buffer; what was submitted before is done before a Read returns.
  virtual Status Write(Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) = 0;
  virtual Status Read(Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) = 0;
  // Sets every texel of an image to one value: tests poison memory with NaN.
  virtual Status Fill(Image& image, float value) = 0;

  // Keeps the device for the calling thread until Release(), while other threads wait. False where it cannot be had:
  // the calls themselves then say why. Called by Hold.
  virtual bool Acquire() { return true; }
  virtual void Release() {}
};

// Keeps a device for a block of calls, such as the Write, Submit, Wait and Read of one run. Where an API ties its
// context to a thread, they then share one switch of the context instead of paying for it four times.
class Hold {
 public:
  explicit Hold(Device& device) : device_(device.Acquire() ? &device : nullptr) {}
  ~Hold() {
    if (device_ != nullptr) device_->Release();
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  Device* device_;
};

// Says which rule of the contract a dispatch breaks: binding count and kinds, ranges inside their buffers and aligned,
// group counts within the device's limits; or that the device has no timestamps. Every backend's Record starts with it.
Status CheckRecording(const DeviceInfo& info, std::span<const Dispatch> dispatches, const RecordOptions& options);

}  // namespace mica::gpu
