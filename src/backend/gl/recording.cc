// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/recording.h"

#include <map>
#include <utility>

#include "backend/gl/objects.h"
#include "backend/gl/program.h"
#include "gpu/preconditions.h"

namespace mica::gl {
namespace {

using gpu::BindingKind;

// Everything that can be bound has a number in one of these.
enum class Space { kProgram, kBuffer, kTexture, kImage };

BindBuffer MakeBindBuffer(GLuint point, const gpu::BufferRange& range) {
  return {.point = point,
          .buffer = AsOwn<GlBuffer>(*range.buffer).name(),
          .offset_bytes = static_cast<GLintptr>(range.offset_bytes),
          .size_bytes = static_cast<GLsizeiptr>(range.size_bytes)};
}

class CommandWriter {
 public:
  explicit CommandWriter(GLbitfield accesses) : accesses_(accesses) {}

  // `queries`: none, or the two that note its begin and end.
  void Write(const gpu::Dispatch& dispatch, std::span<const GLuint> queries) {
    const auto& program = AsOwn<GlProgram>(*dispatch.program);
    Bind(Space::kProgram, 0, UseProgram{program.name()});
    std::map<Space, GLuint> next;  // The next number of each space: see GlProgram.
    for (std::size_t i = 0; i < dispatch.bindings.size(); ++i) {
      WriteBinding(program.source().bindings[i], dispatch.bindings[i], next);
    }
    if (dispatch.barrier_before || (has_run_ && !queries.empty())) commands_.push_back(Barrier{accesses_});
    const auto groups = [&](std::size_t axis) { return static_cast<GLuint>(dispatch.group_count[axis]); };
    if (!queries.empty()) commands_.push_back(NoteTime{queries[0]});
    commands_.push_back(RunGroups{groups(0), groups(1), groups(2)});
    if (!queries.empty()) commands_.push_back(NoteTime{queries[1]});
    has_run_ = true;
  }

  std::vector<Command> Finish() {
    // What the CPU reads, writes and fills next, and the next run of the same commands.
    constexpr GLbitfield kTransfers = GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT;
    if (!commands_.empty()) commands_.push_back(Barrier{accesses_ | kTransfers});
    return std::move(commands_);
  }

 private:
  void WriteBinding(BindingKind kind, const gpu::Binding& binding, std::map<Space, GLuint>& next) {
    if (kind == BindingKind::kReadImage || kind == BindingKind::kWriteImage) {
      const auto& image = AsOwn<GlImage>(*std::get<gpu::Image*>(binding));
      const bool is_read = kind == BindingKind::kReadImage;
      const GLuint unit = next[is_read ? Space::kTexture : Space::kImage]++;
      if (is_read) Bind(Space::kTexture, unit, BindTexture{unit, image.name()});
      if (!is_read) Bind(Space::kImage, unit, BindImage{unit, image.name(), image.format()});
      return;
    }
    const GLuint point = next[Space::kBuffer]++;
    if (const auto* slot = std::get_if<gpu::ExternalSlot>(&binding)) {
      Bind(Space::kBuffer, point, BindExternal{point, slot->index});
    } else {
      Bind(Space::kBuffer, point, MakeBindBuffer(point, std::get<gpu::BufferRange>(binding)));
    }
  }

  // Unless it is bound there already.
  void Bind(Space space, GLuint number, const Command& command) {
    const auto [at, is_new] = bound_.try_emplace({space, number}, command);
    if (!is_new && at->second == command) return;
    at->second = command;
    commands_.push_back(command);
  }

  const GLbitfield accesses_;
  std::map<std::pair<Space, GLuint>, Command> bound_;
  std::vector<Command> commands_;
  bool has_run_ = false;  // A dispatch before this one.
};

// The kinds of access that any of the dispatches makes. A barrier holds only for the kinds it names, and what one
// dispatch waits for may serve a later one too: so every barrier of a recording names them all.
GLbitfield AccessesOf(std::span<const gpu::Dispatch> dispatches) {
  GLbitfield accesses = 0;
  for (const gpu::Dispatch& dispatch : dispatches) {
    for (const BindingKind kind : dispatch.program->source().bindings) {
      if (kind == BindingKind::kReadImage) {
        accesses |= GL_TEXTURE_FETCH_BARRIER_BIT;
      } else if (kind == BindingKind::kWriteImage) {
        accesses |= GL_SHADER_IMAGE_ACCESS_BARRIER_BIT;
      } else {
        accesses |= GL_SHADER_STORAGE_BARRIER_BIT;
      }
    }
  }
  return accesses;
}

// Makes each kind of call.
class Player {
 public:
  Player(const Gl& gl, bool is_borrowed, gpu::ExternalBindings externals)
      : gl_(gl), is_borrowed_(is_borrowed), externals_(externals) {}

  void operator()(const UseProgram& use) const { gl_.UseProgram(use.program); }
  void operator()(const BindBuffer& bind) const {
    gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, bind.point, bind.buffer, bind.offset_bytes, bind.size_bytes);
  }
  void operator()(const BindExternal& bind) const {
    (*this)(MakeBindBuffer(bind.point, externals_[static_cast<std::size_t>(bind.slot)]));
  }
  void operator()(const BindTexture& bind) const {
    gl_.ActiveTexture(GL_TEXTURE0 + bind.unit);
    gl_.BindTexture(GL_TEXTURE_2D_ARRAY, bind.texture);
    // A sampler object of the caller would override the texture's own filters, and make floats unreadable.
    if (is_borrowed_) gl_.BindSampler(bind.unit, 0);
  }
  void operator()(const BindImage& bind) const {
    gl_.BindImageTexture(bind.unit, bind.texture, /*level=*/0, /*layered=*/GL_TRUE, /*layer=*/0, GL_WRITE_ONLY,
                         bind.format);
  }
  void operator()(const Barrier& barrier) const { gl_.MemoryBarrier(barrier.accesses); }
  void operator()(const RunGroups& groups) const { gl_.DispatchCompute(groups.x, groups.y, groups.z); }
  void operator()(const NoteTime& note) const { gl_.QueryCounterEXT(note.query, GL_TIMESTAMP_EXT); }

 private:
  const Gl& gl_;
  const bool is_borrowed_;
  const gpu::ExternalBindings externals_;
};

}  // namespace

std::vector<Command> MakeCommands(std::span<const gpu::Dispatch> dispatches, std::span<const GLuint> queries) {
  CommandWriter writer(AccessesOf(dispatches));
  for (std::size_t i = 0; i < dispatches.size(); ++i) {
    writer.Write(dispatches[i], queries.empty() ? queries : queries.subspan(2 * i, 2));
  }
  return writer.Finish();
}

GlRecording::GlRecording(Context& context, FenceRing& fences, const gpu::DeviceInfo& info,
                         std::vector<Command> commands, std::optional<Timestamps> timestamps)
    : context_(context),
      fences_(fences),
      info_(info),
      commands_(std::move(commands)),
      timestamps_(std::move(timestamps)) {}

Result<gpu::Event> GlRecording::Submit(gpu::ExternalBindings externals) {
  RETURN_IF_ERROR(CheckExternals(externals));
  ASSIGN_OR_RETURN(const Context::Scope scope, context_.Enter());
  const Gl& gl = context_.gl();
  if (timestamps_) timestamps_->Begin();
  const Player player(gl, context_.is_borrowed(), externals);
  for (const Command& command : commands_) std::visit(player, command);
  if (kAskAfterEveryCall || timestamps_) RETURN_IF_ERROR(gl.Check().WithContext("a run"));
  ASSIGN_OR_RETURN(const gpu::Event event, fences_.Insert());
  gl.Flush();  // Else the GPU may only start when somebody waits.
  return event;
}

Status GlRecording::Wait(gpu::Event event, gpu::WaitMode mode) {
  ASSIGN_OR_RETURN(const Context::Scope scope, context_.Enter());
  return fences_.Wait(event, mode);
}

Result<std::vector<gpu::DispatchTime>> GlRecording::ReadTimes() {
  if (!timestamps_) return gpu::Recording::ReadTimes();
  ASSIGN_OR_RETURN(const Context::Scope scope, context_.Enter());
  return timestamps_->Read();
}

Status GlRecording::CheckExternals(gpu::ExternalBindings externals) const {
  for (const Command& command : commands_) {
    const auto* bind = std::get_if<BindExternal>(&command);
    if (bind != nullptr) RETURN_IF_ERROR(gpu::CheckExternal(info_, bind->slot, externals));
  }
  return Ok();
}

}  // namespace mica::gl
