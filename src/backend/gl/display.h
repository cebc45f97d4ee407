// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <vector>

#include "backend/gl/driver.h"

namespace mica::gl {

// In the order in which they are tried.
enum class Platform { kDevice, kSurfaceless, kDefault };

// One way to reach a GPU without a window, not yet opened.
struct DisplaySource {
  Platform platform = Platform::kDefault;
  void* native = nullptr;    // The EGLDeviceEXT of Platform::kDevice.
  bool is_software = false;  // Where EGL tells before a context is made.
  std::string name;          // For messages: "EGL device 0".
};

// All ways that this EGL offers, in the order to try them: every device, hardware first; Mesa's surfaceless platform;
// the default display.
std::vector<DisplaySource> FindDisplaySources(const Egl& egl);

// Lives as long as the process: EGL hands the same one to everybody who asks, and terminating it would pull it from
// under all others.
struct Display {
  EGLDisplay handle = EGL_NO_DISPLAY;
  std::string extensions;
};

Result<Display> OpenDisplay(const Egl& egl, const DisplaySource& source);

}  // namespace mica::gl
