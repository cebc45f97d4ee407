// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/transfers.h"

#include <algorithm>
#include <cstring>

namespace mica::gl {
namespace {

// Up to here drivers send the bytes along with their commands: staging would only add a copy.
constexpr std::size_t kDirectBytes = std::size_t{64} << 10;

// Bounds the memory that staging takes; far above it, the cost of a further round no longer shows.
constexpr std::size_t kStagedBytes = std::size_t{16} << 20;

GLuint NameOf(Context& context, std::optional<ObjectName>& buffer) {
  if (!buffer) {
    GLuint id = 0;
    context.gl().GenBuffers(1, &id);
    buffer.emplace(context, ObjectKind::kBuffer, id);
  }
  return **buffer;
}

}  // namespace

Status Transfers::Write(const GlBuffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  if (bytes.empty()) return Ok();
  const Gl& gl = context_.gl();
  if (route_ == Route::kStaged && bytes.size() > kDirectBytes) {
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
  gl.BindBuffer(GL_COPY_READ_BUFFER, NameOf(context_, to_gpu_));
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
  if (!is_intact) from_gpu_bytes_ = 0;  // It may be the staging buffer that could not be had.
  RETURN_IF_ERROR(gl.Check().WithContext("reading {} bytes of a buffer", bytes.size()));
  if (!is_intact) return DeviceError("reading {} bytes of a buffer: the driver lost them.", bytes.size());
  return Ok();
}

bool Transfers::ReadStaged(const GlBuffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) {
  const Gl& gl = context_.gl();
  const GLuint staging = NameOf(context_, from_gpu_);
  const std::size_t wanted_bytes = std::min(kStagedBytes, bytes.size());
  if (from_gpu_bytes_ < wanted_bytes) {
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, staging);
    gl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(wanted_bytes), nullptr, GL_STREAM_READ);
    from_gpu_bytes_ = wanted_bytes;
  }
  bool is_intact = true;
  for (std::size_t done = 0; done < bytes.size() && is_intact; done += kStagedBytes) {
    const auto part = bytes.subspan(done, std::min(kStagedBytes, bytes.size() - done));
    gl.BindBuffer(GL_COPY_READ_BUFFER, buffer.name());
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, staging);
    gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset_bytes + done), 0,
                         static_cast<GLsizeiptr>(part.size()));
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

}  // namespace mica::gl
