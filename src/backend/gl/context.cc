// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/context.h"

#include <array>

namespace mica::gl {
namespace {

// Whether the display draws without a surface, and so without a config.
bool NeedsNoSurface(const Display& display) {
  const char* extensions = display.extensions.c_str();
  return HasExtension(extensions, "EGL_KHR_surfaceless_context") &&
         (HasExtension(extensions, "EGL_KHR_no_config_context") ||
          HasExtension(extensions, "EGL_MESA_configless_context"));
}

Result<EGLConfig> ChooseConfig(const Egl& egl, EGLDisplay display) {
  constexpr std::array kWanted = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (egl.ChooseConfig(display, kWanted.data(), &config, 1, &count) == EGL_FALSE || count < 1) {
    return NoDevice("no configuration has OpenGL ES 3 and pbuffers ({}).", EglErrorName(egl.GetError()));
  }
  return config;
}

Result<EGLContext> CreateEs31Context(const Egl& egl, EGLDisplay display, EGLConfig config, bool lose_on_reset) {
  std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1};
  if (lose_on_reset) {
    attributes.push_back(EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT);
    attributes.push_back(EGL_LOSE_CONTEXT_ON_RESET_EXT);
  }
  attributes.push_back(EGL_NONE);

  const EGLenum api_before = egl.QueryAPI();
  egl.BindAPI(EGL_OPENGL_ES_API);
  const EGLContext context = egl.CreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
  const EGLint error = egl.GetError();  // The next call forgets it.
  egl.BindAPI(api_before);
  if (context == EGL_NO_CONTEXT) return NoDevice("it gives no OpenGL ES 3.1 context ({}).", EglErrorName(error));
  return context;
}

}  // namespace

Result<std::unique_ptr<Context>> Context::Create(const Driver& driver, const Display& display) {
  std::unique_ptr<Context> context(new Context(driver, /*is_borrowed=*/false));
  RETURN_IF_ERROR(context->CreateOwn(display));
  ASSIGN_OR_RETURN(const Scope scope, context->Enter());
  RETURN_IF_ERROR(context->CheckVersion());
  return context;
}

Result<std::unique_ptr<Context>> Context::Borrow(const Driver& driver) {
  std::unique_ptr<Context> context(new Context(driver, /*is_borrowed=*/true));
  context->context_ = driver.egl.GetCurrentContext();
  if (context->context_ == EGL_NO_CONTEXT) return InvalidArgument("no OpenGL ES context is current in this thread.");
  ASSIGN_OR_RETURN(const Scope scope, context->Enter());
  RETURN_IF_ERROR(context->CheckVersion());
  return context;
}

Context::~Context() {
  if (is_borrowed_) return;
  if (surface_ != EGL_NO_SURFACE) driver_.egl.DestroySurface(display_, surface_);
  if (context_ != EGL_NO_CONTEXT) driver_.egl.DestroyContext(display_, context_);
}

Status Context::CreateOwn(const Display& display) {
  const Egl& egl = driver_.egl;
  display_ = display.handle;
  EGLConfig config = EGL_NO_CONFIG_KHR;
  if (!NeedsNoSurface(display)) {
    ASSIGN_OR_RETURN(config, ChooseConfig(egl, display_));
    RETURN_IF_ERROR(CreateSurface(config));
  }
  // A hanging GPU should end as an error of ours, not as the end of the process. Not every driver that has the
  // extension takes the attribute: Mesa's softpipe refuses it.
  const bool can_lose = HasExtension(display.extensions.c_str(), "EGL_EXT_create_context_robustness");
  Result<EGLContext> context = CreateEs31Context(egl, display_, config, can_lose);
  if (!context && can_lose) context = CreateEs31Context(egl, display_, config, /*lose_on_reset=*/false);
  if (!context) return context.error();
  context_ = *context;
  return Ok();
}

Status Context::CreateSurface(EGLConfig config) {
  constexpr std::array kOnePixel = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
  surface_ = driver_.egl.CreatePbufferSurface(display_, config, kOnePixel.data());
  if (surface_ != EGL_NO_SURFACE) return Ok();
  return NoDevice("eglCreatePbufferSurface fails ({}).", EglErrorName(driver_.egl.GetError()));
}

Status Context::CheckVersion() const {
  const auto* version = reinterpret_cast<const char*>(gl().GetString(GL_VERSION));
  const std::string_view text = version == nullptr ? "" : version;
  GLint major = 0;
  GLint minor = 0;
  gl().GetIntegerv(GL_MAJOR_VERSION, &major);
  gl().GetIntegerv(GL_MINOR_VERSION, &minor);
  RETURN_IF_ERROR(gl().Check());
  if (text.starts_with("OpenGL ES") && (major > 3 || (major == 3 && minor >= 1))) return Ok();
  return NoDevice("the context is '{}'; Mica needs OpenGL ES 3.1 or higher.", text);
}

Result<Context::Scope> Context::Enter() {
  Scope scope(*this);
  RETURN_IF_ERROR(MakeCurrent(scope));
  // Errors that the caller has not asked for are not ours to report.
  if (is_borrowed_ && depth_ == 1) static_cast<void>(gl().Check());
  for (const auto& [kind, name] : std::exchange(orphans_, {})) DeleteNow(kind, name);
  return scope;
}

Status Context::MakeCurrent(Scope& scope) const {
  const Egl& egl = driver_.egl;
  const EGLContext current = egl.GetCurrentContext();
  if (current == context_) return Ok();
  if (is_borrowed_) {
    return InvalidArgument(
        "the device works in the caller's OpenGL ES context, and that context is not current in this thread.");
  }
  const CurrentState before = {.display = egl.GetCurrentDisplay(),
                               .draw = egl.GetCurrentSurface(EGL_DRAW),
                               .read = egl.GetCurrentSurface(EGL_READ),
                               .context = current};
  if (egl.MakeCurrent(display_, surface_, surface_, context_) == EGL_FALSE) {
    return DeviceError("eglMakeCurrent fails ({}).", EglErrorName(egl.GetError()));
  }
  scope.before_ = before;
  return Ok();
}

Context::Scope::~Scope() {
  if (!lock_.owns_lock()) return;  // Moved away.
  --context_->depth_;
  if (before_) context_->Restore(*before_);
}

void Context::Restore(const CurrentState& state) const {
  // Where nothing was current there is no display to name, and ours serves to release the context.
  const EGLDisplay display = state.display == EGL_NO_DISPLAY ? display_ : state.display;
  driver_.egl.MakeCurrent(display, state.draw, state.read, state.context);
}

void Context::Delete(ObjectKind kind, GLuint name) {
  const std::lock_guard lock(mutex_);
  if (const Result<Scope> scope = Enter()) {
    DeleteNow(kind, name);
  } else {
    orphans_.emplace_back(kind, name);
  }
}

void Context::DeleteNow(ObjectKind kind, GLuint name) const {
  switch (kind) {
    case ObjectKind::kBuffer:
      return gl().DeleteBuffers(1, &name);
    case ObjectKind::kTexture:
      return gl().DeleteTextures(1, &name);
    case ObjectKind::kShader:
      return gl().DeleteShader(name);
    case ObjectKind::kProgram:
      gl().UseProgram(0);  // A program that is in use would outlive its deletion.
      return gl().DeleteProgram(name);
    case ObjectKind::kQuery:
      return gl().DeleteQueries(1, &name);
  }
}

}  // namespace mica::gl
