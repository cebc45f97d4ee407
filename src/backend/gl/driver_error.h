// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <GLES3/gl31.h>

#include <atomic>
#include <string>

#include "base/status.h"

// How calls of the driver fail, for real and in tests.
namespace mica::gl {

// While it lives, the `countdown`-th call of the entry point `call` and all later ones do not reach the driver: they
// return 0 and, for OpenGL, raise GL_OUT_OF_MEMORY. One at a time.
class InjectedFailure {
 public:
  explicit InjectedFailure(std::string call, int countdown = 1);
  ~InjectedFailure();
  InjectedFailure(const InjectedFailure&) = delete;
  InjectedFailure& operator=(const InjectedFailure&) = delete;

  bool happened() const { return countdown_ <= 0; }

  static bool IsArmed() { return armed_.load(std::memory_order_relaxed) != nullptr; }
  // Called before each call of the driver while one is armed.
  static bool Strikes(const char* call);

 private:
  static inline std::atomic<InjectedFailure*> armed_ = nullptr;

  const std::string call_;
  std::atomic<int> countdown_;
};

// OpenGL keeps errors until somebody asks. Debug builds ask after every call and so can name it; release builds ask
// at the end of each phase that may fail, for asking can cost a round trip to the driver's thread.
#ifdef NDEBUG
inline constexpr bool kAskAfterEveryCall = false;
#else
inline constexpr bool kAskAfterEveryCall = true;
#endif

// Remembers the first error of the calling thread; `call` may be null where it is not known.
void NoteError(const char* call, GLenum error);

// The first error noted since the last time, as a sentence, and forgets it.
Status TakeNotedError();

// "GL_OUT_OF_MEMORY", "EGL_BAD_ALLOC", or the number.
std::string GlErrorName(GLenum error);
std::string EglErrorName(int error);

}  // namespace mica::gl
