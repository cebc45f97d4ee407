// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/transfers.h"

#include <algorithm>
#include <cstring>

namespace mica::gl {
namespace {

// Bounds the memory that staging takes; far above it, the cost of a further round no longer shows.
constexpr std::size_t kStagedBytes = std::size_t{16} << 20;

}  // namespace

Status Transfers::Write(const GlBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  if (bytes.empty()) return Ok();
  const Gl& gl = context_.gl();
  if (route_ == Route::kStaged) {
    WriteStaged(buffer, offset_bytes, bytes);
  } else {
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
    gl.BufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset_bytes), static_cast<GLsizeiptr>(bytes.size()),
                     bytes.data());
  }
  return gl.Check().WithContext("writing {} bytes into a buffer", bytes.size());
}

void Transfers::WriteStaged(const GlBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  const Gl& gl = context_.gl();
  gl.BindBuffer(GL_COPY_READ_BUFFER, StagingBuffer());
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
  for (std::size_t done = 0; done < bytes.size(); done += kStagedBytes) {
    const auto part = bytes.subspan(done, std::min(kStagedBytes, bytes.size() - done));
    // New data is new memory to the driver: it need not wait for the copy out of the old.
    gl.BufferData(GL_COPY_READ_BUFFER, static_cast<GLsizeiptr>(part.size()), part.data(), GL_STREAM_DRAW);
    gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, static_cast<GLintptr>(offset_bytes + done),
                         static_cast<GLsizeiptr>(part.size()));
  }
}

Status Transfers::Read(const GlBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  if (bytes.empty()) return Ok();
  const Gl& gl = context_.gl();
  bool is_intact = false;
  if (route_ == Route::kStaged) {
    is_intact = ReadStaged(buffer, offset_bytes, bytes);
  } else {
    gl.BindBuffer(GL_COPY_READ_BUFFER, buffer.name());
    is_intact = ReadMapped(offset_bytes, bytes);
  }
  RETURN_IF_ERROR(gl.Check().WithContext("reading {} bytes of a buffer", bytes.size()));
  if (!is_intact) return DeviceError("reading {} bytes of a buffer: the driver lost them.", bytes.size());
  return Ok();
}

bool Transfers::ReadStaged(const GlBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  const Gl& gl = context_.gl();
  const GLuint staging = StagingBuffer();
  bool is_intact = true;
  for (std::size_t done = 0; done < bytes.size() && is_intact; done += kStagedBytes) {
    const auto part = bytes.subspan(done, std::min(kStagedBytes, bytes.size() - done));
    const auto part_bytes = static_cast<GLsizeiptr>(part.size());
    gl.BindBuffer(GL_COPY_READ_BUFFER, buffer.name());
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, staging);
    gl.BufferData(GL_COPY_WRITE_BUFFER, part_bytes, nullptr, GL_STREAM_READ);
    gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset_bytes + done), 0,
                         part_bytes);
    gl.BindBuffer(GL_COPY_READ_BUFFER, staging);
    is_intact = ReadMapped(0, part);
  }
  return is_intact;
}

bool Transfers::ReadMapped(std::size_t offset_bytes, std::span<std::byte> bytes) const {
  const Gl& gl = context_.gl();
  const void* mapped = gl.MapBufferRange(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset_bytes),
                                         static_cast<GLsizeiptr>(bytes.size()), GL_MAP_READ_BIT);
  if (mapped == nullptr) return false;
  std::memcpy(bytes.data(), mapped, bytes.size());
  return gl.UnmapBuffer(GL_COPY_READ_BUFFER) == GL_TRUE;
}

GLuint Transfers::StagingBuffer() {
  if (!staging_) {
    GLuint id = 0;
    context_.gl().GenBuffers(1, &id);
    staging_.emplace(context_, ObjectKind::kBuffer, id);
  }
  return **staging_;
}

}  // namespace mica::gl
