// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/preconditions.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace mica::gpu {
namespace {

// Without adding the two: their sum may wrap around.
bool IsInside(std::size_t offset_bytes, std::size_t size_bytes, std::size_t whole_bytes) {
  return offset_bytes <= whole_bytes && size_bytes <= whole_bytes - offset_bytes;
}

Status CheckBindingCount(const ProgramSource& source, int count, int limit, const char* what) {
  if (count <= limit) return Ok();
  return InvalidArgument("{}: the program binds {} {}; the device allows {}.", source.name, count, what, limit);
}

Status CheckBindingCounts(const DeviceInfo& info, const ProgramSource& source) {
  const auto count = [&](BindingKind kind) { return static_cast<int>(std::ranges::count(source.bindings, kind)); };
  const int buffers = count(BindingKind::kReadBuffer) + count(BindingKind::kWriteBuffer);
  RETURN_IF_ERROR(CheckBindingCount(source, buffers, info.max_storage_buffers, "buffers"));
  RETURN_IF_ERROR(CheckBindingCount(source, count(BindingKind::kReadImage), info.max_sampled_images, "images to read"));
  return CheckBindingCount(source, count(BindingKind::kWriteImage), info.max_storage_images, "images to write");
}

}  // namespace

Status CheckBufferSize(std::size_t size_bytes) {
  if (size_bytes == 0) return InvalidArgument("a buffer of 0 bytes.");
  if (size_bytes > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max())) {
    return OutOfMemory("a buffer of {} bytes is larger than any address space.", size_bytes);
  }
  return Ok();
}

Status CheckImage(const DeviceInfo& info, const ImageDesc& desc) {
  const auto in_range = [](int size, int limit) { return 1 <= size && size <= limit; };
  if (in_range(desc.width, info.max_image_size) && in_range(desc.height, info.max_image_size) &&
      in_range(desc.layers, info.max_image_layers)) {
    return Ok();
  }
  return InvalidArgument("an image of {} x {} with {} layers; the device allows 1 to {} on each side, and {} layers.",
                         desc.width, desc.height, desc.layers, info.max_image_size, info.max_image_layers);
}

Status CheckProgram(const DeviceInfo& info, const ProgramSource& source) {
  if (source.language != info.language) {
    return InvalidArgument("{}: the program is in another language than the device takes.", source.name);
  }
  RETURN_IF_ERROR(CheckBindingCounts(info, source));
  std::int64_t invocations = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int size = source.group_size[axis];
    if (size < 1 || size > info.max_group_size[axis]) {
      return InvalidArgument("{}: the work group is {} wide on axis {}; the device allows 1 to {}.", source.name, size,
                             axis, info.max_group_size[axis]);
    }
    invocations *= size;
  }
  if (invocations > info.max_group_invocations) {
    return InvalidArgument("{}: the work group has {} invocations; the device allows {}.", source.name, invocations,
                           info.max_group_invocations);
  }
  return Ok();
}

Status CheckRange(const DeviceInfo& info, const BufferRange& range) {
  if (range.buffer == nullptr) return InvalidArgument("no buffer is bound.");
  if (range.size_bytes == 0 || !IsInside(range.offset_bytes, range.size_bytes, range.buffer->size_bytes())) {
    return InvalidArgument("{} bytes from {} on are bound; the buffer has {}.", range.size_bytes, range.offset_bytes,
                           range.buffer->size_bytes());
  }
  if (range.offset_bytes % info.buffer_offset_alignment != 0) {
    return InvalidArgument("the offset is {}; the device wants multiples of {}.", range.offset_bytes,
                           info.buffer_offset_alignment);
  }
  if (range.size_bytes > info.max_buffer_bytes) {
    return InvalidArgument("{} bytes are bound; the device allows {}.", range.size_bytes, info.max_buffer_bytes);
  }
  return Ok();
}

Status CheckExternal(const DeviceInfo& info, int slot, ExternalBindings externals) {
  if (slot < 0 || static_cast<std::size_t>(slot) >= externals.size()) {
    return InvalidArgument("external slot {} is used; {} objects are given.", slot, externals.size());
  }
  return CheckRange(info, externals[static_cast<std::size_t>(slot)]).WithContext("external slot {}", slot);
}

Status CheckTransfer(const Buffer& buffer, std::size_t offset_bytes, std::size_t size_bytes) {
  if (IsInside(offset_bytes, size_bytes, buffer.size_bytes())) return Ok();
  return InvalidArgument("{} bytes from {} on are to be copied; the buffer has {}.", size_bytes, offset_bytes,
                         buffer.size_bytes());
}

}  // namespace mica::gpu
