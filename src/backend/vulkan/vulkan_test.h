// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "backend/vulkan/vulkan.h"
#include "backend/vulkan/vulkan_device.h"

// What the tests of this folder share.
namespace mica::vulkan {

// The sentence of a failure, or nothing.
template <typename T>
std::string MessageOf(const Result<T>& result) {
  return result ? "" : result.error().message();
}

// The first GPU of the machine, by a route of the test's choice.
inline Result<std::unique_ptr<VulkanDevice>> CreateDeviceWith(Route route, const std::set<gpu::Feature>& without = {},
                                                              bool has_timeline = true) {
  ASSIGN_OR_RETURN(const Instance* const instance, FindInstance());
  ASSIGN_OR_RETURN(const std::vector<VkPhysicalDevice> handles, instance->PhysicalDevices());
  if (handles.empty()) return NoDevice("no driver of Vulkan has a device.");
  ASSIGN_OR_RETURN(PhysicalDevice physical, Examine(*instance, handles[0]));
  if (!has_timeline) physical.features.timeline.timelineSemaphore = VK_FALSE;
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection, Connection::Create(*instance, std::move(physical), without));
  return VulkanDevice::Create(std::move(connection), route);
}

// Skips its tests, and says why, where the machine has no Vulkan at all.
class VulkanTest : public testing::Test {
 protected:
  void SetUp() override {
    auto device = CreateDevice();
    if (!device && device.error().code() == StatusCode::kNoDevice) GTEST_SKIP() << device.error().message();
    ASSERT_TRUE(device.has_value()) << MessageOf(device);
    device_ = *std::move(device);
  }

  std::unique_ptr<gpu::Device> device_;
};

// The same by each way that the backend has to reach memory and to learn that a run is done.
struct Ways {
  Route route = Route::kDirect;
  bool has_timeline = true;
};

class VulkanWaysTest : public testing::TestWithParam<Ways> {
 protected:
  void SetUp() override {
    auto device = CreateDeviceWith(GetParam().route, {}, GetParam().has_timeline);
    if (!device && device.error().code() == StatusCode::kNoDevice) GTEST_SKIP() << device.error().message();
    ASSERT_TRUE(device.has_value()) << MessageOf(device);
    device_ = *std::move(device);
  }

  std::unique_ptr<gpu::Program> Compile(const gpu::ProgramSource& source) {
    auto program = device_->Compile(source);
    EXPECT_TRUE(program.has_value()) << MessageOf(program);
    return program ? *std::move(program) : nullptr;
  }

  std::unique_ptr<VulkanDevice> device_;
};

inline const auto kAllWays = testing::Values(Ways{.route = Route::kDirect}, Ways{.route = Route::kStaged},
                                             Ways{.route = Route::kStaged, .has_timeline = false});
inline std::string NameOfWays(const testing::TestParamInfo<Ways>& ways) {
  return std::string(ways.param.route == Route::kDirect ? "Direct" : "Staged") +
         (ways.param.has_timeline ? "" : "WithFences");
}

inline std::unique_ptr<gpu::Buffer> MakeBuffer(gpu::Device& device, const std::vector<float>& values) {
  auto buffer = device.CreateBuffer(values.size() * sizeof(float));
  if (!buffer || !device.Write(**buffer, 0, std::as_bytes(std::span(values))).ok()) return nullptr;
  return *std::move(buffer);
}

inline std::vector<float> ReadFloats(gpu::Device& device, gpu::Buffer& buffer, std::size_t offset_bytes = 0,
                                     std::size_t count = 0) {
  std::vector<float> values(count == 0 ? buffer.size_bytes() / sizeof(float) : count);
  const Status status = device.Read(buffer, offset_bytes, std::as_writable_bytes(std::span(values)));
  EXPECT_TRUE(status.ok()) << status.message();
  return values;
}

inline gpu::BufferRange Whole(const std::unique_ptr<gpu::Buffer>& buffer) {
  return {buffer.get(), 0, buffer->size_bytes()};
}

inline Status RunOnce(gpu::Device& device, std::span<const gpu::Dispatch> dispatches,
                      gpu::ExternalBindings externals = {}) {
  ASSIGN_OR_RETURN(const auto recording, device.Record(dispatches));
  ASSIGN_OR_RETURN(const gpu::Event event, recording->Submit(externals));
  return recording->Wait(event, gpu::WaitMode::kPassive);
}

// c = a + b, 4 elements a group.
inline gpu::ProgramSource AddSource() {
  return {.name = "add",
          .language = gpu::Language::kGlslVulkan,
          .text = R"(#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 1) readonly buffer B { float b[]; };
layout(std430, set = 0, binding = 2) writeonly buffer C { float c[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  c[i] = a[i] + b[i];
}
)",
          .group_size = {4, 1, 1},
          .bindings = {gpu::BindingKind::kReadBuffer, gpu::BindingKind::kReadBuffer, gpu::BindingKind::kWriteBuffer}};
}

// value = 2 * value + 1 in place: the order of two such dispatches shows in the result.
inline gpu::ProgramSource DoubleAndAddOne() {
  return {.name = "double_and_add_one",
          .language = gpu::Language::kGlslVulkan,
          .text = R"(#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer V { float value[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  value[i] = 2.0 * value[i] + 1.0;
}
)",
          .bindings = {gpu::BindingKind::kWriteBuffer}};
}

}  // namespace mica::vulkan
