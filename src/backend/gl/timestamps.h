// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/gl/context.h"
#include "gpu/device.h"

namespace mica::gl {

// Two notes of the GPU's clock for each dispatch of a recording, by GL_EXT_disjoint_timer_query. All functions are
// called inside a scope of the context.
class Timestamps {
 public:
  static Result<Timestamps> Create(Context& context, std::size_t dispatch_count);

  // Their names: where dispatch i begins (2 * i) and ends (2 * i + 1).
  std::span<const GLuint> queries() const { return names_; }

  // Before the commands of a run.
  void Begin();
  // Of the last run, which is done. None where something disturbed the GPU's clock during it.
  Result<std::vector<gpu::DispatchTime>> Read() const;

 private:
  Timestamps(Context& context, int bits) : gl_(&context.gl()), bits_(bits) {}

  const Gl* gl_;
  int bits_;
  std::vector<ObjectName> objects_;
  std::vector<GLuint> names_;
  bool has_begun_ = false;
};

// How many bits the current context's timestamps have; 0 where it has none.
int CountTimestampBits(const Gl& gl);

// From the first note on, where of each only the lowest `bits` count.
std::vector<gpu::DispatchTime> TimesOf(std::span<const std::uint64_t> notes_ns, int bits);

}  // namespace mica::gl
