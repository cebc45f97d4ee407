// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/driver.h"

#include "backend/gl/gl_test.h"

namespace mica::gl {
namespace {

using testing::HasSubstr;

TEST(LoadDriverTest, NamesTheLibraryThatIsMissing) {
  const auto driver = LoadDriver("libEGL_of_nobody.so.1", "libGLESv2.so.2");
  ASSERT_FALSE(driver.has_value());
  EXPECT_EQ(driver.error().code(), StatusCode::kNoDevice);
  EXPECT_THAT(MessageOf(driver), HasSubstr("libEGL_of_nobody.so.1 (Debian: libegl1) cannot be loaded"));
  EXPECT_THAT(MessageOf(LoadDriver("libm.so.6", "libGLES_of_nobody.so.2")),
              HasSubstr("libGLES_of_nobody.so.2 (Debian: libgles2) cannot be loaded"));
}

TEST(LoadDriverTest, NamesTheFunctionsThatAreMissing) {
  const std::string message = MessageOf(LoadDriver("libm.so.6", "libm.so.6"));
  EXPECT_THAT(message, HasSubstr("lack these functions: eglBindAPI, eglChooseConfig"));
  EXPECT_THAT(message, HasSubstr("glUseProgram."));
}

TEST(HasExtensionTest, ComparesWholeWords) {
  EXPECT_TRUE(HasExtension("EGL_A EGL_B_c EGL_D", "EGL_A"));
  EXPECT_TRUE(HasExtension("EGL_A EGL_B_c EGL_D", "EGL_D"));
  EXPECT_FALSE(HasExtension("EGL_A EGL_B_c EGL_D", "EGL_B"));
  EXPECT_FALSE(HasExtension(nullptr, "EGL_B"));
}

TEST(DriverErrorTest, TheFirstErrorCountsAndIsTold) {
  NoteError("glFirst", GL_INVALID_VALUE);
  NoteError("glSecond", GL_OUT_OF_MEMORY);
  const Status status = TakeNotedError();
  EXPECT_EQ(status.code(), StatusCode::kDeviceError);
  EXPECT_EQ(status.message(), "the driver answers GL_INVALID_VALUE from glFirst.");
  EXPECT_TRUE(TakeNotedError().ok());
}

TEST(DriverErrorTest, ALostContextIsNamed) {
  NoteError(nullptr, 0x0507);
  EXPECT_EQ(TakeNotedError().message(), "the GPU was reset and its context is lost (GL_CONTEXT_LOST).");
}

}  // namespace
}  // namespace mica::gl
