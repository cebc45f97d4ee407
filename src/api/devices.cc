// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "api/devices.h"

#include "backend/gl/gl.h"
#include "backend/null/null_device.h"

namespace mica::api {
namespace {

std::string_view KindName(gpu::DeviceKind kind) {
  switch (kind) {
    case gpu::DeviceKind::kDiscrete:
      return "discrete";
    case gpu::DeviceKind::kIntegrated:
      return "integrated";
    case gpu::DeviceKind::kSoftware:
      return "software";
    case gpu::DeviceKind::kUnknown:
      break;
  }
  return "unknown";
}

}  // namespace

Result<std::unique_ptr<gpu::Device>> CreateDevice(const SessionOptions& options) {
  if (options.backend == "null") {
    return null_backend::CreateDevice({.backend = "null", .name = "no device: plans only", .vendor = "Mica"});
  }
  if (options.backend == "auto" || options.backend == "gl") {
    return gl::CreateDevice({.device = options.device,
                             .use_current_context = options.use_current_context,
                             .minimum_limits = options.minimum_limits});
  }
  return InvalidArgument("there is no backend named '{}'; there are auto, gl and null.", options.backend);
}

DeviceDescription Describe(const gpu::DeviceInfo& info) {
  const auto triple = [](const std::array<int, 3>& v) { return fmt::format("{} x {} x {}", v[0], v[1], v[2]); };
  return {.backend = info.backend,
          .name = info.name,
          .vendor = info.vendor,
          .driver = info.driver,
          .kind = std::string(KindName(info.kind)),
          .limits = {{"storage buffers", std::to_string(info.max_storage_buffers)},
                     {"storage images", std::to_string(info.max_storage_images)},
                     {"buffers and storage images", std::to_string(info.max_buffers_and_storage_images)},
                     {"sampled images", std::to_string(info.max_sampled_images)},
                     {"image size", std::to_string(info.max_image_size)},
                     {"image layers", std::to_string(info.max_image_layers)},
                     {"buffer bytes", std::to_string(info.max_buffer_bytes)},
                     {"buffer offset alignment", std::to_string(info.buffer_offset_alignment)},
                     {"group invocations", std::to_string(info.max_group_invocations)},
                     {"group size", triple(info.max_group_size)},
                     {"group count", triple(info.max_group_count)},
                     {"shared memory bytes", std::to_string(info.shared_memory_bytes)},
                     {"timestamps", info.has_timestamps ? "yes" : "no"}}};
}

}  // namespace mica::api

namespace mica {

Result<std::vector<DeviceDescription>> ListDevices() {
  ASSIGN_OR_RETURN(const std::vector<gpu::DeviceInfo> devices, gl::ListDevices());
  std::vector<DeviceDescription> descriptions;
  for (const gpu::DeviceInfo& info : devices) descriptions.push_back(api::Describe(info));
  return descriptions;
}

}  // namespace mica
