// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "backend/gl/context.h"
#include "backend/gl/fence_ring.h"
#include "backend/gl/timestamps.h"
#include "gpu/device.h"

namespace mica::gl {

// One call of the driver, or two that belong together, with everything resolved.
struct UseProgram {
  GLuint program;
  friend bool operator==(const UseProgram&, const UseProgram&) = default;
};
struct BindBuffer {
  GLuint point;
  GLuint buffer;
  GLintptr offset_bytes;
  GLsizeiptr size_bytes;
  friend bool operator==(const BindBuffer&, const BindBuffer&) = default;
};
struct BindExternal {
  GLuint point;
  int slot;
  friend bool operator==(const BindExternal&, const BindExternal&) = default;
};
struct BindTexture {
  GLuint unit;
  GLuint texture;
  friend bool operator==(const BindTexture&, const BindTexture&) = default;
};
struct BindImage {
  GLuint unit;
  GLuint texture;
  GLenum format;
  friend bool operator==(const BindImage&, const BindImage&) = default;
};
struct Barrier {
  GLbitfield accesses;  // Those that come behind it.
  friend bool operator==(const Barrier&, const Barrier&) = default;
};
struct RunGroups {
  GLuint x, y, z;
  friend bool operator==(const RunGroups&, const RunGroups&) = default;
};
struct NoteTime {
  GLuint query;  // Gets the time at which all earlier commands are done.
  friend bool operator==(const NoteTime&, const NoteTime&) = default;
};
using Command =
    std::variant<UseProgram, BindBuffer, BindExternal, BindTexture, BindImage, Barrier, RunGroups, NoteTime>;

// The calls that run these dispatches, which have been checked. Whatever was bound before, they bind all they need, and
// nothing twice. With `queries`, two for each dispatch, they note when it begins and ends, behind the one before it.
std::vector<Command> MakeCommands(std::span<const gpu::Dispatch> dispatches, std::span<const GLuint> queries = {});

// Holds the programs, buffers and images of its dispatches by their names in the driver: they must outlive it.
class GlRecording : public gpu::Recording {
 public:
  GlRecording(Context& context, FenceRing& fences, const gpu::DeviceInfo& info, std::vector<Command> commands,
              std::optional<Timestamps> timestamps);

  Result<gpu::Event> Submit(gpu::ExternalBindings externals) override;
  Status Wait(gpu::Event event, gpu::WaitMode mode) override;
  Result<std::vector<gpu::DispatchTime>> ReadTimes() override;

 private:
  Status CheckExternals(gpu::ExternalBindings externals) const;

  Context& context_;
  FenceRing& fences_;
  const gpu::DeviceInfo& info_;
  const std::vector<Command> commands_;
  std::optional<Timestamps> timestamps_;
};

}  // namespace mica::gl
