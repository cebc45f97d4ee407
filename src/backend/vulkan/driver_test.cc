// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/driver.h"

#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

using testing::HasSubstr;

TEST(LoadLoaderTest, NamesTheLibraryThatIsMissing) {
  const auto loader = LoadLoader("libvulkan_of_nobody.so.1");
  ASSERT_FALSE(loader.has_value());
  EXPECT_EQ(loader.error().code(), StatusCode::kNoDevice);
  EXPECT_THAT(MessageOf(loader), HasSubstr("libvulkan_of_nobody.so.1 (Debian: libvulkan1) cannot be loaded"));
}

TEST(LoadLoaderTest, NamesTheFunctionThatIsMissing) {
  EXPECT_EQ(MessageOf(LoadLoader("libm.so.6")), "libm.so.6 lacks vkGetInstanceProcAddr.");
}

TEST(StatusOfTest, NamesTheCallAndItsAnswer) {
  EXPECT_TRUE(StatusOf("vkCall", VK_SUCCESS).ok());
  EXPECT_TRUE(StatusOf("vkCall", VK_TIMEOUT).ok());
  const Status memory = StatusOf("vkCall", VK_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(memory.code(), StatusCode::kOutOfMemory);
  EXPECT_EQ(memory.message(), "the driver is out of memory (VK_ERROR_OUT_OF_DEVICE_MEMORY from vkCall).");
  const Status lost = StatusOf("vkCall", VK_ERROR_DEVICE_LOST);
  EXPECT_EQ(lost.code(), StatusCode::kDeviceError);
  EXPECT_EQ(lost.message(), "the GPU was reset and its device is lost (VK_ERROR_DEVICE_LOST from vkCall).");
  EXPECT_EQ(StatusOf("vkCall", VK_ERROR_INCOMPATIBLE_DRIVER).code(), StatusCode::kNoDevice);
  EXPECT_EQ(StatusOf("vkCall", static_cast<VkResult>(-77)).message(), "the driver answers VkResult -77 from vkCall.");
}

TEST(InjectedFailureTest, StrikesItsCallFromACountOn) {
  EntryPoint<VkResult (*)(int)> call("vkCall");
  call.Load([](int) { return VK_SUCCESS; });
  {
    const InjectedFailure failure("vkCall", 2, VK_ERROR_TOO_MANY_OBJECTS);
    EXPECT_TRUE(call(1).ok());
    EXPECT_FALSE(failure.happened());
    EXPECT_THAT(call(2).message(), HasSubstr("VK_ERROR_TOO_MANY_OBJECTS from vkCall"));
    EXPECT_EQ(call.Ask(3), VK_ERROR_TOO_MANY_OBJECTS);
    EXPECT_TRUE(failure.happened());
  }
  EXPECT_TRUE(call(4).ok());
}

}  // namespace
}  // namespace mica::vulkan
