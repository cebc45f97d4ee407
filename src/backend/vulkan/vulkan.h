// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gpu/device.h"

// Vulkan 1.1 and higher. The loader is loaded at run time: on a machine that has none, every function here answers
// NoDevice and names what is missing.
namespace mica::vulkan {

struct DeviceOptions {
  // Which GPU: its index in ListDevices(), a part of its name, "hardware" or "software". Empty: the first, which is a
  // hardware GPU where there is one.
  std::string device;
  // Neither used nor shown, though the device may have them.
  std::set<gpu::Feature> without_features;
  // Shows only what every OpenGL ES 3.1 device has: what runs under it runs everywhere.
  bool minimum_limits = false;
};

// Every usable GPU: discrete ones first, then integrated, software last.
Result<std::vector<gpu::DeviceInfo>> ListDevices();

Result<std::unique_ptr<gpu::Device>> CreateDevice(const DeviceOptions& options = {});

}  // namespace mica::vulkan
