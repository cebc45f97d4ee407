// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/driver.h"

#include <dlfcn.h>

#include <string>
#include <utility>

namespace mica::gl {
namespace {

Result<void*> OpenLibrary(const char* name, const char* package) {
  if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  return NoDevice("{} (Debian: {}) cannot be loaded: {}.", name, package, dlerror());
}

// Finds functions in their library, and those it does not export through EGL.
class SymbolFinder {
 public:
  explicit SymbolFinder(void* egl_library)
      : get_proc_address_(reinterpret_cast<GetProcAddress>(dlsym(egl_library, "eglGetProcAddress"))) {}

  template <typename Entry>
  void Load(void* library, Entry& entry) const {
    void* symbol = dlsym(library, entry.name());
    if (symbol == nullptr && get_proc_address_ != nullptr) {
      symbol = reinterpret_cast<void*>(get_proc_address_(entry.name()));
    }
    entry.Load(symbol);
  }

 private:
  using GetProcAddress = decltype(&::eglGetProcAddress);
  GetProcAddress get_proc_address_;
};

template <typename Entry>
void NoteMissing(const Entry& entry, std::string& missing) {
  if (!entry.is_loaded()) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", entry.name());
}

const Result<Driver>& SharedDriver() {
  static const Result<Driver> driver = LoadDriver("libEGL.so.1", "libGLESv2.so.2");
  return driver;
}

}  // namespace

Result<Driver> LoadDriver(const char* egl_library, const char* gles_library) {
  ASSIGN_OR_RETURN(void* const egl, OpenLibrary(egl_library, "libegl1"));
  ASSIGN_OR_RETURN(void* const gles, OpenLibrary(gles_library, "libgles2"));

  Driver driver;
  const SymbolFinder finder(egl);
  std::string missing;
#define MICA_LOAD_EGL_EXTENSION(Name) finder.Load(egl, driver.egl.Name);
#define MICA_LOAD_GL_EXTENSION(Name) finder.Load(gles, driver.gl.Name);
#define MICA_LOAD_EGL(Name)          \
  finder.Load(egl, driver.egl.Name); \
  NoteMissing(driver.egl.Name, missing);
#define MICA_LOAD_GL(Name)           \
  finder.Load(gles, driver.gl.Name); \
  NoteMissing(driver.gl.Name, missing);
  MICA_EGL_EXTENSION_ENTRY_POINTS(MICA_LOAD_EGL_EXTENSION)
  MICA_GL_EXTENSION_ENTRY_POINTS(MICA_LOAD_GL_EXTENSION)
  MICA_EGL_ENTRY_POINTS(MICA_LOAD_EGL)
  MICA_GL_ENTRY_POINTS(MICA_LOAD_GL)
#undef MICA_LOAD_EGL_EXTENSION
#undef MICA_LOAD_GL_EXTENSION
#undef MICA_LOAD_EGL
#undef MICA_LOAD_GL
  if (!missing.empty()) return NoDevice("{} and {} lack these functions: {}.", egl_library, gles_library, missing);
  return driver;
}

Result<const Driver*> FindDriver() {
  const Result<Driver>& driver = SharedDriver();
  if (!driver) return Unexpected(driver.error());
  return &*driver;
}

void AskForError(const char* call) {
  const Result<Driver>& driver = SharedDriver();
  if (driver && std::string_view(call) != "glGetError") NoteError(call, driver->gl.GetError());
}

Status Gl::Check() const {
  // A lost context answers with an error for ever: so only a few are asked for.
  for (int i = 0; i < 8; ++i) {
    const GLenum error = GetError();
    if (error == GL_NO_ERROR) break;
    NoteError(nullptr, error);
  }
  return TakeNotedError();
}

bool HasExtension(const char* extensions, std::string_view extension) {
  if (extensions == nullptr) return false;
  const std::string list = fmt::format(" {} ", extensions);
  return list.find(fmt::format(" {} ", extension)) != std::string::npos;
}

}  // namespace mica::gl
