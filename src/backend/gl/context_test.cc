// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/context.h"

#include <thread>

#include "backend/gl/gl_test.h"

namespace mica::gl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// One call of every kind.
void UseDevice(gpu::Device& device) {
  const auto program = device.Compile(AddSource());
  ASSERT_TRUE(program.has_value()) << MessageOf(program);
  const auto a = MakeBuffer(device, {1, 2, 3, 4});
  const auto sum = MakeBuffer(device, std::vector<float>(4));
  const auto image = device.CreateImage({.width = 2});
  ASSERT_TRUE(image.has_value()) << MessageOf(image);
  ASSERT_TRUE(device.Fill(**image, 1).ok());
  const gpu::Dispatch add = {.program = program->get(), .bindings = {Whole(a), Whole(a), Whole(sum)}};
  const Status status = RunOnce(device, {&add, 1});
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(device, *sum), ElementsAre(2, 4, 6, 8));
}

class ContextTest : public GlTest {};

TEST_F(ContextTest, NothingStaysCurrentWhereNothingWas) {
  const Egl& egl = (*FindDriver())->egl;
  UseDevice(*device_);
  EXPECT_EQ(egl.GetCurrentContext(), EGL_NO_CONTEXT);
  device_.reset();
  EXPECT_EQ(egl.GetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_F(ContextTest, WhatTheCallerHadCurrentStaysCurrent) {
  const CallerContext caller;
  if (!caller.exists()) GTEST_SKIP() << "No display here has pbuffers for a caller's context.";
  auto device = CreateDevice();
  ASSERT_TRUE(device.has_value()) << MessageOf(device);
  EXPECT_TRUE(caller.IsCurrent());
  UseDevice(**device);
  EXPECT_TRUE(caller.IsCurrent());
  EXPECT_EQ(CountObjects(), 0) << "something was created in the caller's context";
  device->reset();
  EXPECT_TRUE(caller.IsCurrent());
}

TEST_F(ContextTest, AHeldDeviceStaysCurrentBetweenCalls) {
  const Egl& egl = (*FindDriver())->egl;
  {
    const gpu::Hold hold(*device_);
    const EGLContext ours = egl.GetCurrentContext();
    EXPECT_NE(ours, EGL_NO_CONTEXT);
    { const gpu::Hold inner(*device_); }
    UseDevice(*device_);
    EXPECT_EQ(egl.GetCurrentContext(), ours);
  }
  EXPECT_EQ(egl.GetCurrentContext(), EGL_NO_CONTEXT);
  std::thread([&] { UseDevice(*device_); }).join();
}

TEST_F(ContextTest, APbufferServesWhereContextsNeedASurface) {
  const Driver& driver = **FindDriver();
  Result<Display> display = OpenDisplay(driver.egl, FindDisplaySources(driver.egl).front());
  ASSERT_TRUE(display.has_value()) << MessageOf(display);
  display->extensions = "";
  const auto context = Context::Create(driver, *display);
  if (!context) GTEST_SKIP() << "The display has no pbuffers: " << MessageOf(context);

  const auto scope = (*context)->Enter();
  ASSERT_TRUE(scope.has_value()) << MessageOf(scope);
  EXPECT_NE(driver.egl.GetCurrentSurface(EGL_DRAW), EGL_NO_SURFACE);
}

TEST_F(ContextTest, ScopesNest) {
  const Driver& driver = **FindDriver();
  const Result<Display> display = OpenDisplay(driver.egl, FindDisplaySources(driver.egl).front());
  const auto context = Context::Create(driver, *display);
  ASSERT_TRUE(context.has_value()) << MessageOf(context);
  {
    const auto outer = (*context)->Enter();
    const EGLContext ours = driver.egl.GetCurrentContext();
    EXPECT_NE(ours, EGL_NO_CONTEXT);
    { const auto inner = (*context)->Enter(); }
    EXPECT_EQ(driver.egl.GetCurrentContext(), ours);
  }
  EXPECT_EQ(driver.egl.GetCurrentContext(), EGL_NO_CONTEXT);
}

// A device in the caller's context.
class BorrowedContextTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    if (!caller_.exists()) GTEST_SKIP() << "No display here has pbuffers for a caller's context.";
    auto device = CreateDevice({.use_current_context = true});
    ASSERT_TRUE(device.has_value()) << MessageOf(device);
    device_ = *std::move(device);
  }

  const CallerContext caller_;
};

TEST_F(BorrowedContextTest, WorksInTheCallersContext) {
  UseDevice(*device_);
  EXPECT_TRUE(caller_.IsCurrent());
  const int count = CountObjects();
  const auto buffer = device_->CreateBuffer(16);
  EXPECT_EQ(CountObjects(), count + 1);
}

TEST_F(BorrowedContextTest, AnotherThreadMayNotCall) {
  const auto buffer = MakeBuffer(*device_, {1});
  std::thread([&] {
    EXPECT_THAT(MessageOf(device_->CreateBuffer(16)), HasSubstr("not current in this thread"));
    std::array<std::byte, 4> bytes;
    const gpu::Hold hold(*device_);
    EXPECT_EQ(device_->Read(*buffer, 0, bytes).code(), StatusCode::kInvalidArgument);
  }).join();
}

TEST_F(BorrowedContextTest, WhatDiesInAnotherThreadIsFreedWithTheNextCall) {
  auto buffer = MakeBuffer(*device_, {1});
  const int count = CountObjects();
  std::thread([&] { buffer.reset(); }).join();
  EXPECT_EQ(CountObjects(), count);
  const auto next = MakeBuffer(*device_, {2});
  EXPECT_EQ(CountObjects(), count);
}

TEST_F(BorrowedContextTest, ErrorsOfTheCallerAreNotOurs) {
  const Gl& gl = (*FindDriver())->gl;
  gl.BindTexture(GL_INVALID_ENUM, 0);
  const auto buffer = device_->CreateBuffer(16);
  EXPECT_TRUE(buffer.has_value()) << MessageOf(buffer);
}

// With its filters, 32-bit floats would read as black on GPUs that do not filter them.
TEST_F(BorrowedContextTest, ASamplerOfTheCallerDoesNotTouchOurImages) {
  const Gl& gl = (*FindDriver())->gl;
  GLuint sampler = 0;
  FindFunction<decltype(&::glGenSamplers)>("glGenSamplers")(1, &sampler);
  gl.BindSampler(0, sampler);
  const auto program = device_->Compile({.name = "fetch",
                                         .text = R"(#version 310 es
layout(local_size_x = 1) in;
layout(binding = 0) uniform highp sampler2DArray image;
layout(std430, binding = 0) writeonly buffer D { highp vec4 texel; };
void main() { texel = texelFetch(image, ivec3(0), 0); }
)",
                                         .bindings = {gpu::BindingKind::kReadImage, gpu::BindingKind::kWriteBuffer}});
  ASSERT_TRUE(program.has_value()) << MessageOf(program);
  const auto image = *device_->CreateImage({});
  const auto texel = MakeBuffer(*device_, std::vector<float>(4));
  ASSERT_TRUE(device_->Fill(*image, 3).ok());
  const gpu::Dispatch fetch = {.program = program->get(), .bindings = {image.get(), Whole(texel)}};
  ASSERT_TRUE(RunOnce(*device_, {&fetch, 1}).ok());

  EXPECT_THAT(ReadFloats(*device_, *texel), ElementsAre(3, 3, 3, 3));
  GLint bound = -1;
  gl.GetIntegerv(GL_SAMPLER_BINDING, &bound);
  EXPECT_EQ(bound, 0);
}

TEST_F(BorrowedContextTest, NeedsACurrentContext) {
  std::thread([] {
    EXPECT_THAT(MessageOf(CreateDevice({.use_current_context = true})), HasSubstr("no OpenGL ES context is current"));
  }).join();
}

}  // namespace
}  // namespace mica::gl
