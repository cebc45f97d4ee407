// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "backend/gl/context.h"
#include "gpu/device.h"

namespace mica::gl {

// A linked compute program.
//
// OpenGL numbers buffers, textures and images each on its own, from as few as four numbers: so the n-th buffer among
// the source's bindings has buffer binding n, the n-th image that is read texture unit n, the n-th that is written
// image unit n, and the text says so by layout(binding = n).
class GlProgram : public gpu::Program {
 public:
  // Inside a scope of the context. A text that does not compile is a DeviceError with the driver's log and the lines
  // it complains of.
  static Result<std::unique_ptr<GlProgram>> Create(Context& context, const gpu::ProgramSource& source);

  const gpu::ProgramSource& source() const override { return source_; }
  GLuint name() const { return *name_; }

 private:
  GlProgram(ObjectName name, gpu::ProgramSource source) : name_(std::move(name)), source_(std::move(source)) {}

  ObjectName name_;
  gpu::ProgramSource source_;
};

}  // namespace mica::gl
