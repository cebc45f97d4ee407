// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/driver_error.h"

#include <EGL/egl.h>

#include <utility>

#include "base/check.h"

namespace mica::gl {
namespace {

constexpr GLenum kContextLost = 0x0507;  // GL_CONTEXT_LOST of OpenGL ES 3.2 and GL_KHR_robustness.

// Errors belong to the current context, and contexts are current in a thread.
struct NotedError {
  const char* call = nullptr;
  GLenum error = GL_NO_ERROR;
};
thread_local NotedError noted_error;

}  // namespace

InjectedFailure::InjectedFailure(std::string call, int countdown) : call_(std::move(call)), countdown_(countdown) {
  InjectedFailure* none = nullptr;
  MICA_CHECK(armed_.compare_exchange_strong(none, this), "two failures are injected at once.");
}

InjectedFailure::~InjectedFailure() {
  armed_ = nullptr;
}

bool InjectedFailure::Strikes(const char* call) {
  InjectedFailure* failure = armed_.load();
  return failure != nullptr && failure->call_ == call && --failure->countdown_ <= 0;
}

void NoteError(const char* call, GLenum error) {
  if (error != GL_NO_ERROR && noted_error.error == GL_NO_ERROR) noted_error = {call, error};
}

Status TakeNotedError() {
  const auto [call, error] = std::exchange(noted_error, {});
  if (error == GL_NO_ERROR) return Ok();
  const std::string name = GlErrorName(error) + (call == nullptr ? "" : fmt::format(" from {}", call));
  if (error == GL_OUT_OF_MEMORY) return OutOfMemory("the driver is out of memory ({}).", name);
  if (error == kContextLost) return DeviceError("the GPU was reset and its context is lost ({}).", name);
  return DeviceError("the driver answers {}.", name);
}

#define MICA_NAME_CASE(name) \
  case name:                 \
    return #name

std::string GlErrorName(GLenum error) {
  switch (error) {
    MICA_NAME_CASE(GL_INVALID_ENUM);
    MICA_NAME_CASE(GL_INVALID_VALUE);
    MICA_NAME_CASE(GL_INVALID_OPERATION);
    MICA_NAME_CASE(GL_INVALID_FRAMEBUFFER_OPERATION);
    MICA_NAME_CASE(GL_OUT_OF_MEMORY);
    case kContextLost:
      return "GL_CONTEXT_LOST";
    default:
      return fmt::format("OpenGL error {:#x}", error);
  }
}

std::string EglErrorName(int error) {
  switch (error) {
    MICA_NAME_CASE(EGL_NOT_INITIALIZED);
    MICA_NAME_CASE(EGL_BAD_ACCESS);
    MICA_NAME_CASE(EGL_BAD_ALLOC);
    MICA_NAME_CASE(EGL_BAD_ATTRIBUTE);
    MICA_NAME_CASE(EGL_BAD_CONFIG);
    MICA_NAME_CASE(EGL_BAD_CONTEXT);
    MICA_NAME_CASE(EGL_BAD_DISPLAY);
    MICA_NAME_CASE(EGL_BAD_MATCH);
    MICA_NAME_CASE(EGL_BAD_PARAMETER);
    MICA_NAME_CASE(EGL_BAD_SURFACE);
    MICA_NAME_CASE(EGL_CONTEXT_LOST);
    case EGL_SUCCESS:
      return "no reason given";
    default:
      return fmt::format("EGL error {:#x}", error);
  }
}

#undef MICA_NAME_CASE

}  // namespace mica::gl
