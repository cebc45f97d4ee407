// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>

#include "backend/gl/context.h"
#include "backend/gl/objects.h"

namespace mica::gl {

// kDirect: the driver copies between CPU memory and the buffer. kStaged: through a buffer of our own in memory that
// both sides reach, from and to which the GPU copies.
enum class Route { kDirect, kStaged };

// Copies between CPU memory and buffers. Called inside a scope of the context; ranges lie inside their buffers.
class Transfers {
 public:
  Transfers(Context& context, Route route) : context_(context), route_(route) {}

  Status Write(const GlBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes);
  Status Read(const GlBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes);

 private:
  void WriteStaged(const GlBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes);
  bool ReadStaged(const GlBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes);
  // The current GL_COPY_READ_BUFFER.
  bool ReadMapped(std::size_t offset_bytes, std::span<std::byte> bytes) const;

  Context& context_;
  const Route route_;
  // Created with the first transfer. One for each direction: drivers place a buffer by how it is used.
  std::optional<ObjectName> to_gpu_;
  std::optional<ObjectName> from_gpu_;
  std::size_t from_gpu_bytes_ = 0;
};

}  // namespace mica::gl
