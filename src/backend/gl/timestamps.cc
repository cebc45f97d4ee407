// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/timestamps.h"

namespace mica::gl {
namespace {

// Whether the clock was disturbed (by a change of its frequency, a sleep) since this was asked last.
bool TakeDisturbance(const Gl& gl) {
  GLint is_disjoint = GL_FALSE;
  gl.GetIntegerv(GL_GPU_DISJOINT_EXT, &is_disjoint);
  return is_disjoint != GL_FALSE;
}

}  // namespace

Result<Timestamps> Timestamps::Create(Context& context, std::size_t dispatch_count) {
  const Gl& gl = context.gl();
  Timestamps timestamps(context, CountTimestampBits(gl));
  timestamps.objects_.reserve(2 * dispatch_count);
  for (std::size_t i = 0; i < 2 * dispatch_count; ++i) {
    GLuint name = 0;
    gl.GenQueries(1, &name);
    timestamps.objects_.emplace_back(context, ObjectKind::kQuery, name);
    timestamps.names_.push_back(name);
  }
  RETURN_IF_ERROR(gl.Check().WithContext("timestamps of {} dispatches", dispatch_count));
  return timestamps;
}

void Timestamps::Begin() {
  TakeDisturbance(*gl_);  // What happened before is none of this run's.
  has_begun_ = true;
}

Result<std::vector<gpu::DispatchTime>> Timestamps::Read() const {
  if (!has_begun_) return InvalidArgument("no run with timestamps is done yet.");
  std::vector<std::uint64_t> notes_ns;
  for (const GLuint name : names_) {
    GLuint64 note_ns = 0;
    gl_->GetQueryObjectui64vEXT(name, GL_QUERY_RESULT, &note_ns);
    notes_ns.push_back(note_ns);
  }
  const bool is_disturbed = TakeDisturbance(*gl_);
  RETURN_IF_ERROR(gl_->Check().WithContext("reading timestamps"));
  if (is_disturbed) return std::vector<gpu::DispatchTime>();
  return TimesOf(notes_ns, bits_);
}

int CountTimestampBits(const Gl& gl) {
  const auto* extensions = reinterpret_cast<const char*>(gl.GetString(GL_EXTENSIONS));
  if (!HasExtension(extensions, "GL_EXT_disjoint_timer_query")) return 0;
  if (!gl.QueryCounterEXT.is_loaded() || !gl.GetQueryivEXT.is_loaded() || !gl.GetQueryObjectui64vEXT.is_loaded()) {
    return 0;
  }
  GLint bits = 0;  // Some drivers have the extension for elapsed times alone.
  gl.GetQueryivEXT(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
  return bits;
}

std::vector<gpu::DispatchTime> TimesOf(std::span<const std::uint64_t> notes_ns, int bits) {
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const auto since_start_us = [&](std::uint64_t note_ns) {
    return static_cast<double>((note_ns - notes_ns[0]) & mask) / 1000;
  };
  std::vector<gpu::DispatchTime> times;
  for (std::size_t i = 0; i + 1 < notes_ns.size(); i += 2) {
    times.push_back({.begin_us = since_start_us(notes_ns[i]), .end_us = since_start_us(notes_ns[i + 1])});
  }
  return times;
}

}  // namespace mica::gl
