// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <volk.h>

#include <type_traits>

#include "backend/vulkan/driver_error.h"
#include "base/status.h"

// Every entry point of Vulkan that the backend calls, by who gives it out: the loader, an instance, a device. A new one
// is a new word in one of these lists.
// clang-format off
#define MICA_VK_LOADER_ENTRY_POINTS(X)                                                                                 \
  X(CreateInstance) X(EnumerateInstanceExtensionProperties) X(EnumerateInstanceLayerProperties)

#define MICA_VK_INSTANCE_ENTRY_POINTS(X)                                                                               \
  X(CreateDevice) X(DestroyInstance) X(EnumerateDeviceExtensionProperties) X(EnumeratePhysicalDevices)                 \
  X(GetPhysicalDeviceFeatures2) X(GetPhysicalDeviceMemoryProperties) X(GetPhysicalDeviceProperties)                    \
  X(GetPhysicalDeviceProperties2) X(GetPhysicalDeviceQueueFamilyProperties)

// Called only where an extension says that they exist.
#define MICA_VK_INSTANCE_EXTENSION_ENTRY_POINTS(X)                                                                     \
  X(CreateDebugUtilsMessengerEXT) X(GetPhysicalDeviceCooperativeMatrixPropertiesNV)

#define MICA_VK_DEVICE_ENTRY_POINTS(X)                                                                                 \
  X(AllocateCommandBuffers) X(AllocateDescriptorSets) X(AllocateMemory) X(BeginCommandBuffer) X(BindBufferMemory)      \
  X(BindImageMemory) X(CmdBindDescriptorSets) X(CmdBindPipeline) X(CmdClearColorImage) X(CmdCopyBuffer) X(CmdDispatch) \
  X(CmdPipelineBarrier) X(CmdResetQueryPool) X(CmdWriteTimestamp) X(CreateBuffer) X(CreateCommandPool)                 \
  X(CreateComputePipelines) X(CreateDescriptorPool) X(CreateDescriptorSetLayout) X(CreateFence) X(CreateImage)         \
  X(CreateImageView) X(CreatePipelineCache) X(CreatePipelineLayout) X(CreateQueryPool) X(CreateSampler)                \
  X(CreateSemaphore) X(CreateShaderModule) X(DestroyBuffer) X(DestroyCommandPool) X(DestroyDescriptorPool)             \
  X(DestroyDescriptorSetLayout) X(DestroyDevice) X(DestroyFence) X(DestroyImage) X(DestroyImageView) X(DestroyPipeline)\
  X(DestroyPipelineCache) X(DestroyPipelineLayout) X(DestroyQueryPool) X(DestroySampler) X(DestroySemaphore)           \
  X(DestroyShaderModule) X(EndCommandBuffer) X(FreeMemory) X(GetBufferMemoryRequirements) X(GetDeviceQueue)            \
  X(GetFenceStatus) X(GetImageMemoryRequirements) X(GetQueryPoolResults) X(MapMemory) X(QueueSubmit) X(QueueWaitIdle)  \
  X(ResetCommandPool) X(ResetFences) X(UpdateDescriptorSets) X(WaitForFences)

// Of Vulkan 1.2 or VK_KHR_timeline_semaphore, and called only where the device has them.
#define MICA_VK_TIMELINE_ENTRY_POINTS(X) X(GetSemaphoreCounterValue) X(WaitSemaphores)
// clang-format on

namespace mica::vulkan {

// The one way to a function of the driver: makes a sentence of a failure, and lets tests make it fail.
template <typename Function>
class EntryPoint;

template <typename Value, typename... Arguments>
class EntryPoint<Value (*)(Arguments...)> {
 public:
  using Function = Value (*)(Arguments...);
  static constexpr bool kCanFail = std::is_same_v<Value, VkResult>;

  explicit constexpr EntryPoint(const char* name) : name_(name) {}

  // How the call went; of functions that cannot fail, nothing.
  auto operator()(Arguments... arguments) const {
    if constexpr (kCanFail) {
      return StatusOf(name_, Ask(arguments...));
    } else {
      return function_(arguments...);
    }
  }

  // What it answered, for calls with more to say than that they went well: VK_TIMEOUT, VK_NOT_READY.
  VkResult Ask(Arguments... arguments) const requires kCanFail {
    if (InjectedFailure::IsArmed()) [[unlikely]] {
      if (const VkResult result = InjectedFailure::Strike(name_); result != VK_SUCCESS) return result;
    }
    return function_(arguments...);
  }

  const char* name() const { return name_; }
  bool is_loaded() const { return function_ != nullptr; }
  void Load(Function function) { function_ = function; }

 private:
  const char* name_;
  Function function_ = nullptr;
};

#define MICA_ENTRY_POINT(Name) EntryPoint<PFN_vk##Name> Name{"vk" #Name};
struct LoaderFunctions {
  MICA_VK_LOADER_ENTRY_POINTS(MICA_ENTRY_POINT)
};

struct InstanceFunctions {
  MICA_VK_INSTANCE_ENTRY_POINTS(MICA_ENTRY_POINT)
  MICA_VK_INSTANCE_EXTENSION_ENTRY_POINTS(MICA_ENTRY_POINT)
};

struct DeviceFunctions {
  MICA_VK_DEVICE_ENTRY_POINTS(MICA_ENTRY_POINT)
  MICA_VK_TIMELINE_ENTRY_POINTS(MICA_ENTRY_POINT)
};
#undef MICA_ENTRY_POINT

// Loads the loader itself: NoDevice, and what is missing, where there is none or one of Vulkan 1.0.
Result<LoaderFunctions> LoadLoader(const char* library);
// Of an instance: at most one in a process, for volk keeps these in global variables.
Result<InstanceFunctions> LoadInstanceFunctions(VkInstance instance);
Result<DeviceFunctions> LoadDeviceFunctions(VkDevice device);

// The version of the loader, after LoadLoader.
std::uint32_t LoaderVersion();

// "1.3.230"
std::string VersionText(std::uint32_t version);

}  // namespace mica::vulkan
