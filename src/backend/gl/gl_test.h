// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "backend/gl/display.h"
#include "backend/gl/driver.h"
#include "backend/gl/gl.h"

// What the tests of this folder share.
namespace mica::gl {

// The sentence of a failure, or nothing.
template <typename T>
std::string MessageOf(const Result<T>& result) {
  return result ? "" : result.error().message();
}

// Skips its tests, and says why, where the machine has no OpenGL ES 3.1 at all.
class GlTest : public testing::Test {
 protected:
  void SetUp() override {
    auto device = CreateDevice();
    if (!device && device.error().code() == StatusCode::kNoDevice) GTEST_SKIP() << device.error().message();
    ASSERT_TRUE(device.has_value()) << MessageOf(device);
    device_ = *std::move(device);
  }

  std::unique_ptr<gpu::Device> device_;
};

inline std::unique_ptr<gpu::Buffer> MakeBuffer(gpu::Device& device, const std::vector<float>& values) {
  auto buffer = device.CreateBuffer(values.size() * sizeof(float));
  if (!buffer || !device.Write(**buffer, 0, std::as_bytes(std::span(values))).ok()) return nullptr;
  return *std::move(buffer);
}

inline std::vector<float> ReadFloats(gpu::Device& device, gpu::Buffer& buffer, std::size_t offset_bytes = 0,
                                     std::size_t count = 0) {
  std::vector<float> values(count == 0 ? buffer.size_bytes() / sizeof(float) : count);
  const Status status = device.Read(buffer, offset_bytes, std::as_writable_bytes(std::span(values)));
  EXPECT_TRUE(status.ok()) << status.message();
  return values;
}

inline gpu::BufferRange Whole(const std::unique_ptr<gpu::Buffer>& buffer) {
  return {buffer.get(), 0, buffer->size_bytes()};
}

inline Status RunOnce(gpu::Device& device, std::span<const gpu::Dispatch> dispatches,
                      gpu::ExternalBindings externals = {}) {
  ASSIGN_OR_RETURN(const auto recording, device.Record(dispatches));
  ASSIGN_OR_RETURN(const gpu::Event event, recording->Submit(externals));
  return recording->Wait(event, gpu::WaitMode::kPassive);
}

// c = a + b, 4 elements a group.
inline gpu::ProgramSource AddSource() {
  return {.name = "add",
          .text = R"(#version 310 es
layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  c[i] = a[i] + b[i];
}
)",
          .group_size = {4, 1, 1},
          .bindings = {gpu::BindingKind::kReadBuffer, gpu::BindingKind::kReadBuffer, gpu::BindingKind::kWriteBuffer}};
}

// A context as the host of the engine has one: with a surface, current in the thread that makes it.
class CallerContext {
 public:
  CallerContext() {
    const auto driver = FindDriver();
    if (!driver) return;
    egl_ = &(*driver)->egl;
    for (const DisplaySource& source : FindDisplaySources(*egl_)) {
      const auto display = OpenDisplay(*egl_, source);
      if (display && MakeOn(display->handle)) return;
    }
  }
  ~CallerContext() {
    if (!exists()) return;
    egl_->MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl_->DestroyContext(display_, context_);
    egl_->DestroySurface(display_, surface_);
  }

  bool exists() const { return context_ != EGL_NO_CONTEXT; }
  bool IsCurrent() const {
    return egl_->GetCurrentContext() == context_ && egl_->GetCurrentDisplay() == display_ &&
           egl_->GetCurrentSurface(EGL_DRAW) == surface_ && egl_->GetCurrentSurface(EGL_READ) == surface_;
  }

 private:
  bool MakeOn(EGLDisplay display) {
    constexpr std::array kConfig = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                    EGL_NONE};
    constexpr std::array kSurface = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
    constexpr std::array kContext = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    egl_->ChooseConfig(display, kConfig.data(), &config, 1, &count);
    if (count < 1) return false;
    display_ = display;
    egl_->BindAPI(EGL_OPENGL_ES_API);
    surface_ = egl_->CreatePbufferSurface(display, config, kSurface.data());
    context_ = egl_->CreateContext(display, config, EGL_NO_CONTEXT, kContext.data());
    return egl_->MakeCurrent(display, surface_, surface_, context_) == EGL_TRUE;
  }

  const Egl* egl_ = nullptr;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLSurface surface_ = EGL_NO_SURFACE;
  EGLContext context_ = EGL_NO_CONTEXT;
};

// A function that only the tests call.
template <typename Function>
Function FindFunction(const char* name) {
  void* egl = dlopen("libEGL.so.1", RTLD_NOW);
  const auto get_proc_address = reinterpret_cast<decltype(&::eglGetProcAddress)>(dlsym(egl, "eglGetProcAddress"));
  return reinterpret_cast<Function>(get_proc_address(name));
}

// How many buffers, textures, shaders, programs and queries the current context has. Drivers number them from 1 on.
inline int CountObjects() {
  int count = 0;
  for (const char* is_object : {"glIsBuffer", "glIsTexture", "glIsShader", "glIsProgram", "glIsQuery"}) {
    const auto exists = FindFunction<GLboolean (*)(GLuint)>(is_object);
    for (GLuint name = 1; name < 200; ++name) count += exists(name) == GL_TRUE ? 1 : 0;
  }
  return count;
}

}  // namespace mica::gl
