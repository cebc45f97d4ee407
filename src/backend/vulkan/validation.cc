// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/validation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string_view>

namespace mica::vulkan {
namespace {

std::atomic<int> message_count = 0;

// Advice that does not apply here, and why.
struct Exception {
  std::string_view message_id;
  std::string_view reason;
};
constexpr std::array kExceptions = {
    Exception{"UNASSIGNED-BestPractices-vkBeginCommandBuffer-simultaneous-use",
              "Several runs of a recording may be under way at once: the contract of gpu::Recording."},
    Exception{"UNASSIGNED-BestPractices-SpirvDeprecated_WorkgroupSize",
              "What is to be used instead comes with Vulkan 1.3; programs are made for 1.1."},
    Exception{"UNASSIGNED-BestPractices-vkCreateInstance-specialuse-extension-debugging",
              "The extension that brings the messages of validation itself."},
};

constexpr std::array kChecks = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT,
                                VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT};

VKAPI_ATTR VkBool32 VKAPI_CALL NoteMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                           const VkDebugUtilsMessengerCallbackDataEXT* data, void*) {
  const std::string_view id = data->pMessageIdName == nullptr ? "" : data->pMessageIdName;
  if (std::ranges::find(kExceptions, id, &Exception::message_id) != kExceptions.end()) return VK_FALSE;
  ++message_count;
  fmt::print(stderr, "Vulkan validation: {}\n", data->pMessage);
  return VK_FALSE;  // The call goes on.
}

}  // namespace

bool IsValidationWanted() {
  const char* wanted = std::getenv("MICA_VULKAN_VALIDATION");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

int ValidationMessageCount() {
  return message_count;
}

ValidationRequest::ValidationRequest()
    : messenger_{.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                 .messageSeverity =
                     VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                 .messageType =
                     VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
                 .pfnUserCallback = NoteMessage},
      features_{.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                .pNext = &messenger_,  // Hears of the creation of the instance itself.
                .enabledValidationFeatureCount = kChecks.size(),
                .pEnabledValidationFeatures = kChecks.data()} {}

}  // namespace mica::vulkan
