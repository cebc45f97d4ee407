// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/driver.h"

#include <dlfcn.h>

namespace mica::vulkan {
namespace {

// Notes the functions that a library lacks, for one sentence about all of them.
class Completeness {
 public:
  template <typename Entry>
  void Expect(const Entry& entry) {
    if (!entry.is_loaded()) missing_ += fmt::format("{}{}", missing_.empty() ? "" : ", ", entry.name());
  }
  Status Verdict(std::string_view of_whom) const {
    if (missing_.empty()) return Ok();
    return NoDevice("{} lacks these functions: {}.", of_whom, missing_);
  }

 private:
  std::string missing_;
};

}  // namespace

Result<LoaderFunctions> LoadLoader(const char* library) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) return NoDevice("{} (Debian: libvulkan1) cannot be loaded: {}.", library, dlerror());
  const auto get_address = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(opened, "vkGetInstanceProcAddr"));
  if (get_address == nullptr) return NoDevice("{} lacks vkGetInstanceProcAddr.", library);
  volkInitializeCustom(get_address);

  LoaderFunctions functions;
  Completeness completeness;
#define MICA_LOAD(Name)            \
  functions.Name.Load(::vk##Name); \
  completeness.Expect(functions.Name);
  MICA_VK_LOADER_ENTRY_POINTS(MICA_LOAD)
#undef MICA_LOAD
  RETURN_IF_ERROR(completeness.Verdict(library));
  if (LoaderVersion() < VK_API_VERSION_1_1) {
    return NoDevice("{} is of Vulkan {}; Mica needs 1.1 or higher.", library, VersionText(LoaderVersion()));
  }
  return functions;
}

Result<InstanceFunctions> LoadInstanceFunctions(VkInstance instance) {
  volkLoadInstanceOnly(instance);
  InstanceFunctions functions;
  Completeness completeness;
#define MICA_LOAD_EXTENSION(Name) functions.Name.Load(::vk##Name);
#define MICA_LOAD(Name)     \
  MICA_LOAD_EXTENSION(Name) \
  completeness.Expect(functions.Name);
  MICA_VK_INSTANCE_ENTRY_POINTS(MICA_LOAD)
  MICA_VK_INSTANCE_EXTENSION_ENTRY_POINTS(MICA_LOAD_EXTENSION)
#undef MICA_LOAD
#undef MICA_LOAD_EXTENSION
  RETURN_IF_ERROR(completeness.Verdict("the Vulkan instance"));
  return functions;
}

Result<DeviceFunctions> LoadDeviceFunctions(VkDevice device) {
  VolkDeviceTable table;
  volkLoadDeviceTable(&table, device);
  DeviceFunctions functions;
  Completeness completeness;
#define MICA_LOAD(Name)                \
  functions.Name.Load(table.vk##Name); \
  completeness.Expect(functions.Name);
#define MICA_LOAD_TIMELINE(Name) functions.Name.Load(table.vk##Name != nullptr ? table.vk##Name : table.vk##Name##KHR);
  MICA_VK_DEVICE_ENTRY_POINTS(MICA_LOAD)
  MICA_VK_TIMELINE_ENTRY_POINTS(MICA_LOAD_TIMELINE)
#undef MICA_LOAD
#undef MICA_LOAD_TIMELINE
  RETURN_IF_ERROR(completeness.Verdict("the Vulkan device"));
  return functions;
}

std::uint32_t LoaderVersion() {
  return volkGetInstanceVersion();
}

std::string VersionText(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

}  // namespace mica::vulkan
