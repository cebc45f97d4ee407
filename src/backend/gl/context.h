// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "backend/gl/display.h"
#include "backend/gl/driver.h"

namespace mica::gl {

// What is current in a thread.
struct CurrentState {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLSurface draw = EGL_NO_SURFACE;
  EGLSurface read = EGL_NO_SURFACE;
  EGLContext context = EGL_NO_CONTEXT;
};

enum class ObjectKind { kBuffer, kTexture, kShader, kProgram, kQuery };

// One OpenGL ES 3.1 context, our own or the caller's, used by one thread at a time.
class Context {
 public:
  // Our own; current only inside a Scope.
  static Result<std::unique_ptr<Context>> Create(const Driver& driver, const Display& display);
  // The one that is current in the calling thread.
  static Result<std::unique_ptr<Context>> Borrow(const Driver& driver);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // While it lives, this thread holds the context's mutex and has it current; then what was current before is so
  // again. Scopes nest: the inner ones cost nothing.
  class Scope {
   public:
    Scope(Scope&& other) noexcept
        : context_(other.context_), lock_(std::move(other.lock_)), before_(std::exchange(other.before_, {})) {}
    Scope& operator=(Scope&&) = delete;
    ~Scope();

   private:
    friend class Context;
    explicit Scope(Context& context) : context_(&context), lock_(context.mutex_) { ++context.depth_; }

    Context* context_;
    std::unique_lock<std::recursive_mutex> lock_;
    std::optional<CurrentState> before_;  // Nothing where the context was current already.
  };
  // Fails where the caller's context is not current in this thread.
  Result<Scope> Enter();

  const Gl& gl() const { return driver_.gl; }
  bool is_borrowed() const { return is_borrowed_; }

  // Frees an object from any thread; where the caller's context is not current, at the next Enter().
  void Delete(ObjectKind kind, GLuint name);

 private:
  Context(const Driver& driver, bool is_borrowed) : driver_(driver), is_borrowed_(is_borrowed) {}

  Status CreateOwn(const Display& display);
  Status CreateSurface(EGLConfig config);
  Status CheckVersion() const;
  Status MakeCurrent(Scope& scope) const;
  void Restore(const CurrentState& state) const;
  void DeleteNow(ObjectKind kind, GLuint name) const;

  const Driver& driver_;
  const bool is_borrowed_;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
  std::recursive_mutex mutex_;  // Recursive, for objects may die where the context is already entered.
  int depth_ = 0;               // Of nested scopes. Guarded by mutex_, as is what follows.
  std::vector<std::pair<ObjectKind, GLuint>> orphans_;
};

// Owns one object of a context. The context outlives it.
class ObjectName {
 public:
  ObjectName(Context& context, ObjectKind kind, GLuint name) : context_(&context), kind_(kind), name_(name) {}
  ObjectName(ObjectName&& other) noexcept
      : context_(other.context_), kind_(other.kind_), name_(std::exchange(other.name_, 0)) {}
  ObjectName& operator=(ObjectName&&) = delete;
  ~ObjectName() {
    if (name_ != 0) context_->Delete(kind_, name_);
  }

  GLuint operator*() const { return name_; }

 private:
  Context* context_;
  ObjectKind kind_;
  GLuint name_;
};

}  // namespace mica::gl
