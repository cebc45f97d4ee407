// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <string>
#include <utility>

#include "backend/gl/context.h"
#include "backend/gl/display.h"
#include "backend/gl/driver.h"
#include "backend/gl/gl.h"
#include "backend/gl/gl_device.h"
#include "gpu/device_choice.h"

namespace mica::gl {
namespace {

using Devices = std::vector<std::unique_ptr<GlDevice>>;

Result<std::unique_ptr<GlDevice>> OpenDevice(const Driver& driver, const DisplaySource& source) {
  ASSIGN_OR_RETURN(const Display display, OpenDisplay(driver.egl, source));
  ASSIGN_OR_RETURN(std::unique_ptr<Context> context, Context::Create(driver, display));
  return GlDevice::Create(std::move(context));
}

// Devices on all displays, hardware first; or, where one is enough, up to the first hardware GPU.
Result<Devices> OpenDevices(const Driver& driver, bool one_is_enough) {
  Devices devices;
  std::string refusals;
  Platform platform = Platform::kDevice;
  for (const DisplaySource& source : FindDisplaySources(driver.egl)) {
    // The other platforms reach no GPU that the enumeration of devices does not: they serve where it is missing.
    if (!devices.empty() && source.platform != platform) break;
    platform = source.platform;
    Result<std::unique_ptr<GlDevice>> device = OpenDevice(driver, source);
    if (!device) {
      refusals += fmt::format(" {}: {}", source.name, device.error().message());
      continue;
    }
    devices.push_back(*std::move(device));
    if (one_is_enough && !devices.back()->info().is_software()) break;
  }
  if (devices.empty()) return NoDevice("no display of EGL has OpenGL ES 3.1.{}", refusals);
  std::ranges::stable_partition(devices, [](const auto& device) { return !device->info().is_software(); });
  return devices;
}

std::vector<gpu::DeviceInfo> InfosOf(const Devices& devices) {
  std::vector<gpu::DeviceInfo> infos;
  for (const auto& device : devices) infos.push_back(device->info());
  return infos;
}

Result<std::unique_ptr<GlDevice>> FindDevice(const Driver& driver, const DeviceOptions& options) {
  if (options.use_current_context) {
    ASSIGN_OR_RETURN(std::unique_ptr<Context> context, Context::Borrow(driver));
    return GlDevice::Create(std::move(context));
  }
  const bool one_is_enough = options.device.empty() || options.device == "hardware";
  ASSIGN_OR_RETURN(Devices devices, OpenDevices(driver, one_is_enough));
  ASSIGN_OR_RETURN(const std::size_t chosen, gpu::ChooseDevice(InfosOf(devices), options.device, "OpenGL ES"));
  return std::move(devices[chosen]);
}

}  // namespace

Result<std::vector<gpu::DeviceInfo>> ListDevices() {
  ASSIGN_OR_RETURN(const Driver* const driver, FindDriver());
  ASSIGN_OR_RETURN(const Devices devices, OpenDevices(*driver, /*one_is_enough=*/false));
  return InfosOf(devices);
}

Result<std::unique_ptr<gpu::Device>> CreateDevice(const DeviceOptions& options) {
  ASSIGN_OR_RETURN(const Driver* const driver, FindDriver());
  ASSIGN_OR_RETURN(std::unique_ptr<GlDevice> device, FindDevice(*driver, options));
  device->HideFeatures(options.without_features);
  if (options.minimum_limits) device->UseMinimumLimits();
  return device;
}

}  // namespace mica::gl
