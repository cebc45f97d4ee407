// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/display.h"

#include <algorithm>
#include <array>

namespace mica::gl {
namespace {

// Of EGL_MESA_platform_surfaceless and EGL_MESA_device_software, which older headers lack.
constexpr EGLenum kSurfacelessPlatform = 0x31DD;
constexpr std::string_view kSoftwareDevice = "EGL_MESA_device_software";

void AppendDevices(const Egl& egl, std::vector<DisplaySource>& sources) {
  std::array<EGLDeviceEXT, 32> devices = {};
  EGLint count = 0;
  if (egl.QueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_FALSE) return;
  for (int i = 0; i < count; ++i) {
    const EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
    sources.push_back({.platform = Platform::kDevice,
                       .native = device,
                       .is_software = HasExtension(egl.QueryDeviceStringEXT(device, EGL_EXTENSIONS), kSoftwareDevice),
                       .name = fmt::format("EGL device {}", i)});
  }
  std::ranges::stable_partition(sources, [](const DisplaySource& source) { return !source.is_software; });
}

EGLDisplay GetDisplay(const Egl& egl, const DisplaySource& source) {
  switch (source.platform) {
    case Platform::kDevice:
      return egl.GetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, source.native, nullptr);
    case Platform::kSurfaceless:
      return egl.GetPlatformDisplayEXT(kSurfacelessPlatform, EGL_DEFAULT_DISPLAY, nullptr);
    case Platform::kDefault:
      return egl.GetDisplay(EGL_DEFAULT_DISPLAY);
  }
  return EGL_NO_DISPLAY;
}

}  // namespace

std::vector<DisplaySource> FindDisplaySources(const Egl& egl) {
  const char* extensions = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const bool has_platforms = HasExtension(extensions, "EGL_EXT_platform_base") && egl.GetPlatformDisplayEXT.is_loaded();
  const bool has_devices =
      HasExtension(extensions, "EGL_EXT_platform_device") &&
      (HasExtension(extensions, "EGL_EXT_device_enumeration") || HasExtension(extensions, "EGL_EXT_device_base")) &&
      egl.QueryDevicesEXT.is_loaded() && egl.QueryDeviceStringEXT.is_loaded();
  std::vector<DisplaySource> sources;
  if (has_platforms && has_devices) AppendDevices(egl, sources);
  if (has_platforms && HasExtension(extensions, "EGL_MESA_platform_surfaceless")) {
    sources.push_back({.platform = Platform::kSurfaceless, .name = "EGL surfaceless platform"});
  }
  sources.push_back({.platform = Platform::kDefault, .name = "EGL default display"});
  return sources;
}

Result<Display> OpenDisplay(const Egl& egl, const DisplaySource& source) {
  const EGLDisplay display = GetDisplay(egl, source);
  if (display == EGL_NO_DISPLAY) return NoDevice("it has no display ({}).", EglErrorName(egl.GetError()));
  EGLint major = 0;
  EGLint minor = 0;
  if (egl.Initialize(display, &major, &minor) == EGL_FALSE) {
    return NoDevice("eglInitialize fails ({}).", EglErrorName(egl.GetError()));
  }
  const char* extensions = egl.QueryString(display, EGL_EXTENSIONS);
  return Display{.handle = display, .extensions = extensions == nullptr ? "" : extensions};
}

}  // namespace mica::gl
