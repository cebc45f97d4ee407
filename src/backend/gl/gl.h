// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gpu/device.h"

// OpenGL ES 3.1 and higher through EGL, without a window. EGL and GLES are loaded at run time: on a machine that has
// none, every function here answers NoDevice and names what is missing.
namespace mica::gl {

struct DeviceOptions {
  // Which GPU: its index in ListDevices(), a part of its name, "hardware" or "software". Empty: the first, which is a
  // hardware GPU where there is one.
  std::string device;
  // Works in the OpenGL ES context that is current in the calling thread, and makes nothing else current. Every call
  // must then come from the thread in which that context is current; its bindings of programs, buffers, textures and
  // images, and its pixel-store state, are left changed.
  bool use_current_context = false;
  // Not shown, though the device may have them.
  std::set<gpu::Feature> without_features;
  // Shows only what every OpenGL ES 3.1 device has: what runs under it runs everywhere.
  bool minimum_limits = false;
};

// Every usable GPU, hardware first.
Result<std::vector<gpu::DeviceInfo>> ListDevices();

Result<std::unique_ptr<gpu::Device>> CreateDevice(const DeviceOptions& options = {});

}  // namespace mica::gl
