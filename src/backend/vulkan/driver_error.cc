// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/driver_error.h"

#include <utility>

#include "base/check.h"

namespace mica::vulkan {

InjectedFailure::InjectedFailure(std::string call, int countdown, VkResult result)
    : call_(std::move(call)), result_(result), countdown_(countdown) {
  InjectedFailure* none = nullptr;
  MICA_CHECK(armed_.compare_exchange_strong(none, this), "two failures are injected at once.");
}

InjectedFailure::~InjectedFailure() {
  armed_ = nullptr;
}

VkResult InjectedFailure::Strike(const char* call) {
  InjectedFailure* failure = armed_.load();
  const bool strikes = failure != nullptr && failure->call_ == call && --failure->countdown_ <= 0;
  return strikes ? failure->result_ : VK_SUCCESS;
}

Status StatusOf(const char* call, VkResult result) {
  if (result >= VK_SUCCESS) return Ok();
  const std::string name = fmt::format("{} from {}", ResultName(result), call);
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
      return OutOfMemory("the driver is out of memory ({}).", name);
    case VK_ERROR_DEVICE_LOST:
      return DeviceError("the GPU was reset and its device is lost ({}).", name);
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return NoDevice("no driver of Vulkan is installed, or none that fits ({}).", name);
    default:
      return DeviceError("the driver answers {}.", name);
  }
}

std::string ResultName(VkResult result) {
#define MICA_NAME_CASE(name) \
  case name:                 \
    return #name
  switch (result) {
    MICA_NAME_CASE(VK_SUCCESS);
    MICA_NAME_CASE(VK_NOT_READY);
    MICA_NAME_CASE(VK_TIMEOUT);
    MICA_NAME_CASE(VK_INCOMPLETE);
    MICA_NAME_CASE(VK_ERROR_OUT_OF_HOST_MEMORY);
    MICA_NAME_CASE(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    MICA_NAME_CASE(VK_ERROR_INITIALIZATION_FAILED);
    MICA_NAME_CASE(VK_ERROR_DEVICE_LOST);
    MICA_NAME_CASE(VK_ERROR_MEMORY_MAP_FAILED);
    MICA_NAME_CASE(VK_ERROR_LAYER_NOT_PRESENT);
    MICA_NAME_CASE(VK_ERROR_EXTENSION_NOT_PRESENT);
    MICA_NAME_CASE(VK_ERROR_FEATURE_NOT_PRESENT);
    MICA_NAME_CASE(VK_ERROR_INCOMPATIBLE_DRIVER);
    MICA_NAME_CASE(VK_ERROR_TOO_MANY_OBJECTS);
    MICA_NAME_CASE(VK_ERROR_FORMAT_NOT_SUPPORTED);
    MICA_NAME_CASE(VK_ERROR_FRAGMENTED_POOL);
    MICA_NAME_CASE(VK_ERROR_OUT_OF_POOL_MEMORY);
    MICA_NAME_CASE(VK_ERROR_INVALID_SHADER_NV);
    MICA_NAME_CASE(VK_ERROR_UNKNOWN);
    default:
      return fmt::format("VkResult {}", static_cast<int>(result));
  }
#undef MICA_NAME_CASE
}

}  // namespace mica::vulkan
