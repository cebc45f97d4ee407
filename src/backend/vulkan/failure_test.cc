// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/vulkan_test.h"

// What happens where the driver fails: a sentence, nothing left behind (which validation sees when the device goes),
// and a device that still works.
namespace mica::vulkan {
namespace {

using testing::HasSubstr;

template <typename T>
Status StatusOfResult(const Result<T>& result) {
  return result ? Ok() : result.error();
}

// What a user of the device does, in the middle of which a call fails.
Status CreateBuffer(gpu::Device& device) {
  return StatusOfResult(device.CreateBuffer(4096));
}
Status CreateImage(gpu::Device& device) {
  return StatusOfResult(device.CreateImage({.width = 8}));
}
Status FillImage(gpu::Device& device) {
  ASSIGN_OR_RETURN(const auto image, device.CreateImage({.width = 8}));
  RETURN_IF_ERROR(device.Fill(*image, 1));
  return RunOnce(device, {});
}
Status Compile(gpu::Device& device) {
  return StatusOfResult(device.Compile(AddSource()));
}
Status RunNothing(gpu::Device& device) {
  return RunOnce(device, {});
}
Status SpinForNothing(gpu::Device& device) {
  ASSIGN_OR_RETURN(const auto recording, device.Record({}));
  ASSIGN_OR_RETURN(const gpu::Event event, recording->Submit({}));
  return recording->Wait(event, gpu::WaitMode::kActive);
}
Status RunWithTimes(gpu::Device& device) {
  ASSIGN_OR_RETURN(const auto program, device.Compile(DoubleAndAddOne()));
  ASSIGN_OR_RETURN(const auto buffer, device.CreateBuffer(16));
  const gpu::Dispatch dispatch = {.program = program.get(), .bindings = {Whole(buffer)}};
  ASSIGN_OR_RETURN(const auto recording, device.Record({&dispatch, 1}, {.timestamps = true}));
  ASSIGN_OR_RETURN(const gpu::Event event, recording->Submit({}));
  RETURN_IF_ERROR(recording->Wait(event, gpu::WaitMode::kPassive));
  return StatusOfResult(recording->ReadTimes());
}
Status WriteAndRead(gpu::Device& device) {
  ASSIGN_OR_RETURN(const auto buffer, device.CreateBuffer(4096));
  std::vector<std::byte> bytes(4096);
  RETURN_IF_ERROR(device.Write(*buffer, 0, bytes));
  return device.Read(*buffer, 0, bytes);
}

struct FailingCall {
  std::string call;
  int countdown;  // The how-manieth call of it fails.
  Status (*use)(gpu::Device&);
  std::string sentence;
  Ways ways = {};
};

class FailingCallTest : public testing::TestWithParam<FailingCall> {};

TEST_P(FailingCallTest, GivesASentenceAndADeviceThatStillWorks) {
  const auto& [call, countdown, use, sentence, ways] = GetParam();
  const auto device = CreateDeviceWith(ways.route, {}, ways.has_timeline);
  if (!device && device.error().code() == StatusCode::kNoDevice) GTEST_SKIP() << device.error().message();
  ASSERT_TRUE(device.has_value()) << MessageOf(device);
  if (use == RunWithTimes && !(*device)->info().has_timestamps) GTEST_SKIP() << "The device has no timestamps.";
  {
    const InjectedFailure failure(call, countdown);
    const Status status = use(**device);
    EXPECT_TRUE(failure.happened()) << call << " was never called";
    EXPECT_EQ(status.code(), StatusCode::kOutOfMemory);
    EXPECT_THAT(status.message(), HasSubstr(sentence));
    EXPECT_THAT(status.message(), HasSubstr("(VK_ERROR_OUT_OF_DEVICE_MEMORY from " + call + ")"));
  }
  const Status again = use(**device);
  EXPECT_TRUE(again.ok()) << again.message();
}

constexpr Ways kStagedWays = {.route = Route::kStaged};
constexpr Ways kFenceWays = {.route = Route::kStaged, .has_timeline = false};

INSTANTIATE_TEST_SUITE_P(
    AllPhases, FailingCallTest,
    testing::Values(FailingCall{"vkCreateBuffer", 1, CreateBuffer, "a buffer of 4096 bytes: "},
                    FailingCall{"vkAllocateMemory", 1, CreateBuffer, "a buffer of 4096 bytes: "},
                    FailingCall{"vkMapMemory", 1, CreateBuffer, "a buffer of 4096 bytes: "},
                    FailingCall{"vkBindBufferMemory", 1, CreateBuffer, "a buffer of 4096 bytes: "},
                    FailingCall{"vkCreateImage", 1, CreateImage, "an image of 8 x 1 with 1 layers (128 bytes): "},
                    FailingCall{"vkAllocateMemory", 1, CreateImage, "an image of 8 x 1"},
                    FailingCall{"vkBindImageMemory", 1, CreateImage, "an image of 8 x 1"},
                    FailingCall{"vkCreateImageView", 1, CreateImage, "an image of 8 x 1"},
                    FailingCall{"vkResetCommandPool", 1, CreateImage, "an image of 8 x 1"},
                    FailingCall{"vkBeginCommandBuffer", 1, CreateImage, "an image of 8 x 1"},
                    FailingCall{"vkEndCommandBuffer", 2, FillImage, "a run: "},
                    FailingCall{"vkCreateDescriptorSetLayout", 1, Compile, "add: "},
                    FailingCall{"vkCreatePipelineLayout", 1, Compile, "add: "},
                    FailingCall{"vkCreateShaderModule", 1, Compile, "add: "},
                    FailingCall{"vkCreateComputePipelines", 1, Compile, "add: "},
                    FailingCall{"vkCreateCommandPool", 1, RunNothing, "a recording of 0 dispatches: "},
                    FailingCall{"vkAllocateCommandBuffers", 1, RunNothing, "a recording of 0 dispatches: "},
                    FailingCall{"vkBeginCommandBuffer", 1, RunNothing, "recording 0 dispatches: "},
                    FailingCall{"vkEndCommandBuffer", 1, RunNothing, "recording 0 dispatches: "},
                    FailingCall{"vkQueueSubmit", 1, RunNothing, "a run: "},
                    FailingCall{"vkWaitSemaphores", 1, RunNothing, "waiting for event 1: "},
                    FailingCall{"vkGetSemaphoreCounterValue", 1, SpinForNothing, "waiting for event 1: "},
                    FailingCall{"vkWaitForFences", 1, RunNothing, "waiting for event 1: ", kFenceWays},
                    FailingCall{"vkGetFenceStatus", 1, SpinForNothing, "waiting for event 1: ", kFenceWays},
                    FailingCall{"vkResetFences", 1, RunNothing, "a run: ", kFenceWays},
                    FailingCall{"vkCreateDescriptorPool", 1, RunWithTimes, "a recording of 1 dispatches: "},
                    FailingCall{"vkAllocateDescriptorSets", 1, RunWithTimes, "a recording of 1 dispatches: "},
                    FailingCall{"vkCreateQueryPool", 1, RunWithTimes, "a recording of 1 dispatches: "},
                    FailingCall{"vkGetQueryPoolResults", 1, RunWithTimes, "reading timestamps: "},
                    FailingCall{"vkCreateBuffer", 2, WriteAndRead, "writing 4096 bytes into a buffer: ", kStagedWays},
                    FailingCall{"vkAllocateMemory", 2, WriteAndRead, "writing 4096 bytes into a buffer: ", kStagedWays},
                    FailingCall{"vkBeginCommandBuffer", 1, WriteAndRead,
                                "writing 4096 bytes into a buffer: ", kStagedWays},
                    FailingCall{"vkCreateBuffer", 3, WriteAndRead, "reading 4096 bytes of a buffer: ", kStagedWays},
                    FailingCall{"vkQueueSubmit", 1, WriteAndRead, "reading 4096 bytes of a buffer: ", kStagedWays}),
    [](const auto& failing) {
      return fmt::format("{}Call{}Number{}", failing.param.call, failing.param.countdown, failing.index);
    });

TEST(LostDeviceTest, IsASentence) {
  const auto device = CreateDevice();
  if (!device) GTEST_SKIP() << MessageOf(device);
  const InjectedFailure failure("vkQueueSubmit", 1, VK_ERROR_DEVICE_LOST);
  const Status status = RunNothing(**device);
  EXPECT_EQ(status.code(), StatusCode::kDeviceError);
  EXPECT_EQ(status.message(),
            "a run: the GPU was reset and its device is lost (VK_ERROR_DEVICE_LOST from vkQueueSubmit).");
}

class FailingCreationTest : public testing::TestWithParam<std::string> {};

TEST_P(FailingCreationTest, RefusesTheDevice) {
  if (const auto device = CreateDevice(); !device) GTEST_SKIP() << MessageOf(device);
  {
    const InjectedFailure failure(GetParam());
    const auto device = CreateDevice();
    EXPECT_TRUE(failure.happened()) << GetParam() << " was never called";
    ASSERT_FALSE(device.has_value());
    EXPECT_THAT(MessageOf(device), HasSubstr("(VK_ERROR_OUT_OF_DEVICE_MEMORY from " + GetParam() + ")"));
  }
  EXPECT_TRUE(CreateDevice().has_value());
}

INSTANTIATE_TEST_SUITE_P(AllPhases, FailingCreationTest,
                         testing::Values("vkEnumeratePhysicalDevices", "vkEnumerateDeviceExtensionProperties",
                                         "vkCreateDevice", "vkCreateSemaphore", "vkCreateCommandPool",
                                         "vkAllocateCommandBuffers", "vkCreateSampler", "vkCreatePipelineCache"),
                         [](const auto& call) { return call.param; });

TEST(FailingInstanceTest, IsASentence) {
  if (const auto instance = FindInstance(); !instance) GTEST_SKIP() << MessageOf(instance);
  const InjectedFailure failure("vkCreateInstance", 1, VK_ERROR_INCOMPATIBLE_DRIVER);
  const auto instance = CreateInstance("libvulkan.so.1");
  ASSERT_FALSE(instance.has_value());
  EXPECT_EQ(instance.error().code(), StatusCode::kNoDevice);
  EXPECT_THAT(MessageOf(instance), HasSubstr("no driver of Vulkan is installed"));
}

// A machine whose loader or driver is of Vulkan 1.0, as far as the functions that ask can tell.
TEST(OldDriverTest, IsNamedWithItsVersion) {
  const auto found = FindInstance();
  if (!found) GTEST_SKIP() << MessageOf(found);
  Instance instance = **found;
  instance.vk.GetPhysicalDeviceProperties.Load([](VkPhysicalDevice, VkPhysicalDeviceProperties* properties) {
    *properties = {.apiVersion = VK_MAKE_API_VERSION(0, 1, 0, 68), .deviceName = "Old Timer"};
  });
  const auto device = Examine(instance, VK_NULL_HANDLE);
  ASSERT_FALSE(device.has_value());
  EXPECT_EQ(device.error().code(), StatusCode::kNoDevice);
  EXPECT_EQ(MessageOf(device), "Old Timer: the driver has Vulkan 1.0.68; Mica needs 1.1 or higher.");
}

}  // namespace
}  // namespace mica::vulkan
