// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>

#include "backend/gl/gl_test.h"

// What happens where the driver fails: a sentence, nothing left behind, and a device that still works.
namespace mica::gl {
namespace {

using testing::HasSubstr;

template <typename T>
Status StatusOf(const Result<T>& result) {
  return result ? Ok() : result.error();
}

// What a user of the device does, in the middle of which a call fails.
Status CreateBuffer(gpu::Device& device) {
  return StatusOf(device.CreateBuffer(4096));
}
Status CreateImage(gpu::Device& device) {
  return StatusOf(device.CreateImage({.width = 8}));
}
Status Compile(gpu::Device& device) {
  return StatusOf(device.Compile(AddSource()));
}
Status RunNothing(gpu::Device& device) {
  return RunOnce(device, {});
}

Status FillImage(gpu::Device& device) {
  ASSIGN_OR_RETURN(const auto image, device.CreateImage({.width = 8}));
  return device.Fill(*image, 1);
}

Status RunWithTimes(gpu::Device& device) {
  ASSIGN_OR_RETURN(const auto program, device.Compile(AddSource()));
  const auto buffer = MakeBuffer(device, {1, 2, 3, 4});
  const gpu::Dispatch add = {.program = program.get(), .bindings = {Whole(buffer), Whole(buffer), Whole(buffer)}};
  ASSIGN_OR_RETURN(const auto recording, device.Record({&add, 1}, {.timestamps = true}));
  ASSIGN_OR_RETURN(const gpu::Event event, recording->Submit({}));
  RETURN_IF_ERROR(recording->Wait(event, gpu::WaitMode::kPassive));
  return StatusOf(recording->ReadTimes());
}

struct FailingCall {
  std::string call;
  int countdown;  // The how-manieth call of it fails.
  Status (*use)(gpu::Device&);
  std::string sentence;
};

class FailingCallTest : public testing::TestWithParam<FailingCall> {};

TEST_P(FailingCallTest, GivesASentenceAndLeavesNothingBehind) {
  const CallerContext caller;  // The test's own, so that it can count the objects in it.
  if (!caller.exists()) GTEST_SKIP() << "No display here has OpenGL ES and pbuffers.";
  const auto device = CreateDevice({.use_current_context = true});
  ASSERT_TRUE(device.has_value()) << MessageOf(device);
  const auto& [call, countdown, use, sentence] = GetParam();
  if (use == RunWithTimes && !(*device)->info().has_timestamps) GTEST_SKIP() << "The driver has no timestamps.";
  {
    const InjectedFailure failure(call, countdown);
    const Status status = use(**device);
    EXPECT_TRUE(failure.happened()) << call << " was never called";
    EXPECT_NE(status.code(), StatusCode::kOk);
    EXPECT_THAT(status.message(), HasSubstr(sentence));
  }
  EXPECT_EQ(CountObjects(), 0);
  const Status again = use(**device);
  EXPECT_TRUE(again.ok()) << again.message();
  EXPECT_EQ(CountObjects(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    AllPhases, FailingCallTest,
    testing::Values(FailingCall{"glGenBuffers", 1, CreateBuffer, "a buffer of 4096 bytes: the driver is out of memory"},
                    FailingCall{"glBufferData", 1, CreateBuffer, "(GL_OUT_OF_MEMORY from glBufferData)"},
                    FailingCall{"glGenTextures", 1, CreateImage, "an image of 8 x 1 with 1 layers (128 bytes): "},
                    FailingCall{"glTexStorage3D", 1, CreateImage, "(GL_OUT_OF_MEMORY from glTexStorage3D)"},
                    FailingCall{"glTexParameteri", 4, CreateImage, "(GL_OUT_OF_MEMORY from glTexParameteri)"},
                    FailingCall{"glCreateShader", 1, Compile, "add: no shader object: "},
                    FailingCall{"glShaderSource", 1, Compile, "add: compiling: "},
                    FailingCall{"glCompileShader", 1, Compile, "add: compiling: "},
                    FailingCall{"glGetShaderiv", 1, Compile, "add: compiling: "},
                    FailingCall{"glCreateProgram", 1, Compile, "add: no program object: "},
                    FailingCall{"glAttachShader", 1, Compile, "add: linking: "},
                    FailingCall{"glLinkProgram", 1, Compile, "add: linking: "},
                    FailingCall{"glGetProgramiv", 1, Compile, "add: linking: "},
                    FailingCall{"glGetProgramiv", 2, Compile, "add: the work group: "},
                    FailingCall{"glTexSubImage3D", 1, FillImage, "filling an image of 128 bytes: "},
                    FailingCall{"glGenQueries", 2, RunWithTimes, "timestamps of 1 dispatches: the driver is out of"},
                    FailingCall{"glQueryCounterEXT", 1, RunWithTimes, "a run: the driver is out of memory"},
                    FailingCall{"glGetQueryObjectui64vEXT", 1, RunWithTimes, "reading timestamps: the driver is out"},
                    FailingCall{"glFenceSync", 1, RunNothing, "a fence: the driver is out of memory"},
                    FailingCall{"glClientWaitSync", 1, RunNothing, "waiting for event 1: the driver is out of memory"}),
    [](const auto& failing) { return fmt::format("{}Call{}", failing.param.call, failing.param.countdown); });

class FailingCreationTest : public testing::TestWithParam<FailingCall> {};

TEST_P(FailingCreationTest, RefusesTheDeviceAndLeavesNothingCurrent) {
  const auto driver = FindDriver();
  if (!driver || !CreateDevice()) GTEST_SKIP() << "The machine has no OpenGL ES 3.1.";
  {
    const InjectedFailure failure(GetParam().call);
    const auto device = CreateDevice();
    EXPECT_TRUE(failure.happened()) << GetParam().call << " was never called";
    ASSERT_FALSE(device.has_value());
    EXPECT_EQ(device.error().code(), StatusCode::kNoDevice);
    EXPECT_THAT(MessageOf(device), HasSubstr(GetParam().sentence));
  }
  EXPECT_EQ((*driver)->egl.GetCurrentContext(), EGL_NO_CONTEXT);
  EXPECT_TRUE(CreateDevice().has_value());
}

INSTANTIATE_TEST_SUITE_P(
    AllPhases, FailingCreationTest,
    testing::Values(FailingCall{"eglInitialize", 1, nullptr, ": eglInitialize fails (no reason given)."},
                    FailingCall{"eglCreateContext", 1, nullptr, ": it gives no OpenGL ES 3.1 context"},
                    FailingCall{"eglMakeCurrent", 1, nullptr, ": eglMakeCurrent fails"},
                    FailingCall{"glGetString", 1, nullptr, ": the driver is out of memory"},
                    FailingCall{"glGetIntegerv", 1, nullptr, ": the driver is out of memory"},
                    FailingCall{"glGetInteger64v", 1, nullptr, ": the limits of "}),
    [](const auto& failing) { return failing.param.call; });

TEST(FailingEnumerationTest, TheSurfacelessPlatformServesWhereNoDeviceIsListed) {
  const auto driver = FindDriver();
  if (!driver) GTEST_SKIP() << MessageOf(driver);
  const auto sources = FindDisplaySources((*driver)->egl);
  const auto is_surfaceless = [](const DisplaySource& source) { return source.platform == Platform::kSurfaceless; };
  if (std::ranges::none_of(sources, is_surfaceless) || !CreateDevice()) {
    GTEST_SKIP() << "The machine has no OpenGL ES 3.1 on a surfaceless platform.";
  }
  const InjectedFailure failure("eglQueryDevicesEXT");
  const auto device = CreateDevice();
  EXPECT_TRUE(failure.happened());
  EXPECT_TRUE(device.has_value()) << MessageOf(device);
}

}  // namespace
}  // namespace mica::gl
