// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/validation.h"

#include <cstdlib>

#include "backend/vulkan/validation_listener.h"
#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

// Watches over all tests of this program.
[[maybe_unused]] const bool is_installed = [] {
  ValidationListener::Install();
  return true;
}();

// Runs in a fresh process: an instance is for ever, and drivers have threads that a fork would leave behind.
TEST(ValidationDeathTest, CountsMistakes) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (const auto device = CreateDevice(); !device) GTEST_SKIP() << MessageOf(device);
  const auto make_a_mistake = [] {
    setenv("MICA_VULKAN_VALIDATION", "1", 1);
    const auto instance = CreateInstance("libvulkan.so.1");
    if (!instance) std::exit(instance.error().message().find("is not installed") != std::string::npos ? 0 : 1);
    const auto physical = Examine(*instance, instance->PhysicalDevices()->front());
    const auto connection = Connection::Create(*instance, *physical, {});
    const VkBufferCreateInfo empty = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 0};
    static_cast<void>(OwnedBuffer::Create(**connection, empty));
    std::exit(ValidationMessageCount() > 0 ? 0 : 1);
  };
  EXPECT_EXIT(make_a_mistake(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace mica::vulkan
