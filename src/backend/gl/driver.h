// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

// The prototypes only give the types of the entry points; none is linked.
#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
// Behind what it extends.
#include <GLES2/gl2ext.h>

#include <string_view>

#include "backend/gl/driver_error.h"
#include "base/status.h"

// Every entry point of EGL and OpenGL ES that the backend calls. A new one is a new word in one of these lists.
// clang-format off
#define MICA_EGL_ENTRY_POINTS(X)                                                                                       \
  X(BindAPI) X(ChooseConfig) X(CreateContext) X(CreatePbufferSurface) X(DestroyContext) X(DestroySurface)              \
  X(GetCurrentContext) X(GetCurrentDisplay) X(GetCurrentSurface) X(GetDisplay) X(GetError) X(Initialize)               \
  X(MakeCurrent) X(QueryAPI) X(QueryString)

// Called only where the client's extensions say that they exist.
#define MICA_EGL_EXTENSION_ENTRY_POINTS(X) X(GetPlatformDisplayEXT) X(QueryDeviceStringEXT) X(QueryDevicesEXT)

#define MICA_GL_ENTRY_POINTS(X)                                                                                        \
  X(ActiveTexture) X(AttachShader) X(BindBuffer) X(BindBufferRange) X(BindImageTexture) X(BindSampler) X(BindTexture)  \
  X(BufferData) X(BufferSubData) X(ClientWaitSync) X(CompileShader) X(CopyBufferSubData) X(CreateProgram)              \
  X(CreateShader) X(DeleteBuffers) X(DeleteProgram) X(DeleteQueries) X(DeleteShader) X(DeleteSync) X(DeleteTextures)   \
  X(DetachShader) X(DispatchCompute) X(FenceSync) X(Flush) X(GenBuffers) X(GenQueries) X(GenTextures) X(GetError)      \
  X(GetInteger64v) X(GetIntegeri_v) X(GetIntegerv) X(GetProgramInfoLog) X(GetProgramiv) X(GetShaderInfoLog)            \
  X(GetShaderiv) X(GetString) X(LinkProgram) X(MapBufferRange) X(MemoryBarrier) X(PixelStorei) X(ShaderSource)         \
  X(TexParameteri) X(TexStorage3D) X(TexSubImage3D) X(UnmapBuffer) X(UseProgram)

// Of GL_EXT_disjoint_timer_query: called only where the context has it.
#define MICA_GL_EXTENSION_ENTRY_POINTS(X) X(GetQueryObjectui64vEXT) X(GetQueryivEXT) X(QueryCounterEXT)
// clang-format on

namespace mica::gl {

enum class Library { kEgl, kGl };

// Asks OpenGL for the error of `call`. Defined with the driver, whose glGetError it needs.
void AskForError(const char* call);

// The one way to a function of the driver: checks the call in debug builds, and lets tests make it fail.
template <Library library, typename Function>
class EntryPoint;

template <Library library, typename Value, typename... Arguments>
class EntryPoint<library, Value (*)(Arguments...)> {
 public:
  using Function = Value (*)(Arguments...);

  explicit constexpr EntryPoint(const char* name) : name_(name) {}

  Value operator()(Arguments... arguments) const {
    if (InjectedFailure::IsArmed() && InjectedFailure::Strikes(name_)) [[unlikely]] {
      if (library == Library::kGl) NoteError(name_, GL_OUT_OF_MEMORY);
      return Value();
    }
    const ErrorCheck check{name_};
    return function_(arguments...);
  }

  const char* name() const { return name_; }
  bool is_loaded() const { return function_ != nullptr; }
  void Load(void* symbol) { function_ = reinterpret_cast<Function>(symbol); }

 private:
  struct ErrorCheck {
    const char* call;
    ~ErrorCheck() {
      if constexpr (kAskAfterEveryCall && library == Library::kGl) AskForError(call);
    }
  };

  const char* name_;
  Function function_ = nullptr;
};

struct Egl {
#define MICA_ENTRY_POINT(Name) EntryPoint<Library::kEgl, decltype(&::egl##Name)> Name{"egl" #Name};
  MICA_EGL_ENTRY_POINTS(MICA_ENTRY_POINT)
  MICA_EGL_EXTENSION_ENTRY_POINTS(MICA_ENTRY_POINT)
#undef MICA_ENTRY_POINT
};

struct Gl {
#define MICA_ENTRY_POINT(Name) EntryPoint<Library::kGl, decltype(&::gl##Name)> Name{"gl" #Name};
  MICA_GL_ENTRY_POINTS(MICA_ENTRY_POINT)
  MICA_GL_EXTENSION_ENTRY_POINTS(MICA_ENTRY_POINT)
#undef MICA_ENTRY_POINT

  // How the calls since the last check went. Ends every phase that may fail.
  Status Check() const;
};

struct Driver {
  Egl egl;
  Gl gl;
};

// The entry points of these libraries, or NoDevice with the name of what is missing.
Result<Driver> LoadDriver(const char* egl_library, const char* gles_library);

// The machine's driver, loaded at the first call and kept: drivers do not bear being unloaded.
Result<const Driver*> FindDriver();

// Whether a driver's list of extensions, separated by blanks, has this one. The list may be null.
bool HasExtension(const char* extensions, std::string_view extension);

}  // namespace mica::gl
