// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "api/devices.h"

#include <algorithm>
#include <set>
#include <span>

#include "backend/gl/gl.h"
#include "backend/null/null_device.h"
#include "backend/vulkan/vulkan.h"
#include "gpu/device_choice.h"

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

using CreatedDevice = Result<std::unique_ptr<gpu::Device>>;
using Features = std::set<gpu::Feature>;

CreatedDevice CreateVulkan(const SessionOptions& options, const Features& without) {
  return vulkan::CreateDevice(
      {.device = options.device, .without_features = without, .minimum_limits = options.minimum_limits});
}

CreatedDevice CreateGl(const SessionOptions& options, const Features& without) {
  return gl::CreateDevice({.device = options.device,
                           .use_current_context = options.use_current_context,
                           .without_features = without,
                           .minimum_limits = options.minimum_limits});
}

CreatedDevice CreateNull(const SessionOptions&, const Features& without) {
  const gpu::DeviceInfo info{.backend = "null", .name = "no device: plans only", .vendor = "Mica"};
  return null_backend::CreateDevice(gpu::WithoutFeatures(info, without));
}

// What `auto` takes, lowest first. Hardware before software; on hardware Vulkan, whose recordings cost next to nothing
// to start; on software OpenGL ES, which is installed in more places.
int RankOf(const gpu::DeviceInfo& info) {
  const bool is_vulkan = info.backend == "vulkan";
  if (info.is_software()) return is_vulkan ? 3 : 2;
  return is_vulkan ? 0 : 1;
}

// The devices of all backends in the order in which `auto` takes them. That a backend is missing is no error where
// another works.
Result<std::vector<gpu::DeviceInfo>> ListAll() {
  std::vector<gpu::DeviceInfo> all;
  std::string reasons;
  for (const auto& list : {vulkan::ListDevices, gl::ListDevices}) {
    const Result<std::vector<gpu::DeviceInfo>> devices = list();
    if (devices) all.insert(all.end(), devices->begin(), devices->end());
    if (!devices) reasons += (reasons.empty() ? "" : " ") + devices.error().message();
  }
  if (all.empty()) return NoDevice("{}", reasons);
  std::ranges::stable_sort(all, {}, RankOf);
  return all;
}

// The device with this index in ListAll().
CreatedDevice CreateListed(SessionOptions options, const Features& without) {
  ASSIGN_OR_RETURN(const std::vector<gpu::DeviceInfo> all, ListAll());
  ASSIGN_OR_RETURN(const std::size_t index, gpu::ChooseDevice(all, options.device, "GPU"));
  const std::string& backend = all[index].backend;
  const auto before = std::ranges::count(std::span(all).first(index), backend, &gpu::DeviceInfo::backend);
  options.device = std::to_string(before);
  return backend == "vulkan" ? CreateVulkan(options, without) : CreateGl(options, without);
}

// Hardware through Vulkan, where there is any that fits.
CreatedDevice CreateVulkanHardware(SessionOptions options, const Features& without) {
  ASSIGN_OR_RETURN(const std::vector<gpu::DeviceInfo> devices, vulkan::ListDevices());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].is_software() || !gpu::IsWanted(devices[i], i, options.device)) continue;
    options.device = std::to_string(i);
    return CreateVulkan(options, without);
  }
  return NoDevice("no hardware GPU has Vulkan.");
}

// By the rule of RankOf, but looks no further than it must: opening all devices takes time.
CreatedDevice CreateBest(const SessionOptions& options, const Features& without) {
  if (options.use_current_context) return CreateGl(options, without);
  if (gpu::IsIndex(options.device)) return CreateListed(options, without);
  if (CreatedDevice device = CreateVulkanHardware(options, without)) return device;
  CreatedDevice gl_device = CreateGl(options, without);
  if (gl_device) return gl_device;
  CreatedDevice vulkan_device = CreateVulkan(options, without);
  if (vulkan_device) return vulkan_device;
  return NoDevice("{} {}", gl_device.error().message(), vulkan_device.error().message());
}

Result<Features> ParseFeatures(const std::vector<std::string>& names) {
  Features features;
  for (const std::string& name : names) {
    const std::optional<gpu::Feature> feature = gpu::FindFeature(name);
    if (!feature) {
      return InvalidArgument("there is no feature named '{}'; there are {}.", name, fmt::join(ListFeatures(), ", "));
    }
    features.insert(*feature);
  }
  return features;
}

std::string FeatureNames(const gpu::DeviceInfo& info) {
  std::vector<std::string_view> names;
  for (const gpu::Feature feature : info.features) names.push_back(gpu::FeatureName(feature));
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Result<std::unique_ptr<gpu::Device>> CreateDevice(const SessionOptions& options) {
  ASSIGN_OR_RETURN(const Features without, ParseFeatures(options.without_features));
  if (options.backend == "auto") return CreateBest(options, without);
  if (options.backend == "vulkan") return CreateVulkan(options, without);
  if (options.backend == "gl") return CreateGl(options, without);
  if (options.backend == "null") return CreateNull(options, without);
  return InvalidArgument("there is no backend named '{}'; there are auto, vulkan, gl and null.", options.backend);
}

DeviceDescription Describe(const gpu::DeviceInfo& info) {
  const auto triple = [](const std::array<int, 3>& v) { return fmt::format("{} x {} x {}", v[0], v[1], v[2]); };
  const auto number_or_unknown = [](std::size_t value) { return value == 0 ? "unknown" : std::to_string(value); };
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
                     {"compute units", number_or_unknown(static_cast<std::size_t>(info.compute_units))},
                     {"memory bytes", number_or_unknown(info.memory_bytes)},
                     {"timestamps", info.has_timestamps ? "yes" : "no"},
                     {"subgroup size", std::to_string(info.subgroup_size)},
                     {"features", FeatureNames(info)}}};
}

}  // namespace mica::api

namespace mica {

Result<std::vector<DeviceDescription>> ListDevices() {
  ASSIGN_OR_RETURN(const std::vector<gpu::DeviceInfo> devices, api::ListAll());
  std::vector<DeviceDescription> descriptions;
  for (const gpu::DeviceInfo& info : devices) descriptions.push_back(api::Describe(info));
  return descriptions;
}

std::vector<std::string> ListFeatures() {
  std::vector<std::string> names;
  for (const gpu::Feature feature : gpu::kAllFeatures) names.emplace_back(gpu::FeatureName(feature));
  return names;
}

}  // namespace mica
