// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/instance.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "backend/vulkan/validation.h"

namespace mica::vulkan {
namespace {

// The newest that this code was written for; a driver may be asked for less than it has.
constexpr std::uint32_t kNewestVersion = VK_API_VERSION_1_3;

Status CheckValidationLayer(const LoaderFunctions& loader) {
  std::uint32_t count = 0;
  RETURN_IF_ERROR(loader.EnumerateInstanceLayerProperties(&count, nullptr));
  std::vector<VkLayerProperties> layers(count);
  RETURN_IF_ERROR(loader.EnumerateInstanceLayerProperties(&count, layers.data()));
  const auto is_wanted = [](const VkLayerProperties& layer) {
    return std::string_view(layer.layerName) == kValidationLayer;
  };
  if (std::ranges::any_of(layers, is_wanted)) return Ok();
  return NoDevice("MICA_VULKAN_VALIDATION is set, and {} (Debian: vulkan-validationlayers) is not installed.",
                  kValidationLayer);
}

Status CreateMessenger(const Instance& instance, const ValidationRequest& validation) {
  if (!instance.vk.CreateDebugUtilsMessengerEXT.is_loaded()) return NoDevice("validation has no messenger.");
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;  // Goes with the instance, that is, never.
  return instance.vk.CreateDebugUtilsMessengerEXT(instance.handle, &validation.messenger(), nullptr, &messenger);
}

}  // namespace

Result<Instance> CreateInstance(const char* library) {
  ASSIGN_OR_RETURN(const LoaderFunctions loader, LoadLoader(library));
  std::optional<ValidationRequest> validation;
  if (IsValidationWanted()) {
    RETURN_IF_ERROR(CheckValidationLayer(loader));
    validation.emplace();
  }
  Instance instance{.version = std::min(LoaderVersion(), kNewestVersion)};
  const VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pEngineName = "Mica", .apiVersion = instance.version};
  const char* messenger_extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  const std::uint32_t validation_count = validation ? 1 : 0;
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .pNext = validation ? validation->chain() : nullptr,
                                     .pApplicationInfo = &application,
                                     .enabledLayerCount = validation_count,
                                     .ppEnabledLayerNames = &kValidationLayer,
                                     .enabledExtensionCount = validation_count,
                                     .ppEnabledExtensionNames = &messenger_extension};
  RETURN_IF_ERROR(loader.CreateInstance(&info, nullptr, &instance.handle));
  ASSIGN_OR_RETURN(instance.vk, LoadInstanceFunctions(instance.handle));
  if (validation) RETURN_IF_ERROR(CreateMessenger(instance, *validation));
  return instance;
}

Result<std::vector<VkPhysicalDevice>> Instance::PhysicalDevices() const {
  std::uint32_t count = 0;
  RETURN_IF_ERROR(vk.EnumeratePhysicalDevices(handle, &count, nullptr));
  std::vector<VkPhysicalDevice> devices(count);
  RETURN_IF_ERROR(vk.EnumeratePhysicalDevices(handle, &count, devices.data()));
  devices.resize(count);
  return devices;
}

Result<const Instance*> FindInstance() {
  static const Result<Instance> instance = CreateInstance("libvulkan.so.1");
  if (!instance) return Unexpected(instance.error());
  return &*instance;
}

}  // namespace mica::vulkan
