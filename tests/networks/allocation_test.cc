// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// What a device is asked for is what the plan says, byte for byte, on every backend and in either storage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/model.h"
#include "backend/gl/gl.h"
#include "backend/null/null_device.h"
#include "backend/vulkan/vulkan.h"
#include "engine/prepare.h"
#include "network_folder.h"
#include "runtime/executable.h"

namespace mica::networks {
namespace {

// Hands everything on, and adds up the bytes of what was created.
class CountingDevice : public gpu::Device {
 public:
  explicit CountingDevice(gpu::Device& device) : device_(device) {}

  std::size_t buffer_bytes() const { return buffer_bytes_; }
  std::size_t image_bytes() const { return image_bytes_; }

  const gpu::DeviceInfo& info() const override { return device_.info(); }
  Result<std::unique_ptr<gpu::Buffer>> CreateBuffer(std::size_t size_bytes) override {
    ASSIGN_OR_RETURN(std::unique_ptr<gpu::Buffer> buffer, device_.CreateBuffer(size_bytes));
    buffer_bytes_ += buffer->size_bytes();
    return buffer;
  }
  Result<std::unique_ptr<gpu::Image>> CreateImage(const gpu::ImageDesc& desc) override {
    ASSIGN_OR_RETURN(std::unique_ptr<gpu::Image> image, device_.CreateImage(desc));
    image_bytes_ += image->desc().size_bytes();
    return image;
  }
  Result<std::unique_ptr<gpu::Program>> Compile(const gpu::ProgramSource& source) override {
    return device_.Compile(source);
  }
  Result<std::unique_ptr<gpu::Recording>> Record(std::span<const gpu::Dispatch> dispatches,
                                                 const gpu::RecordOptions& options) override {
    return device_.Record(dispatches, options);
  }
  Status Write(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<const std::byte> bytes) override {
    return device_.Write(buffer, offset_bytes, bytes);
  }
  Status Read(gpu::Buffer& buffer, std::size_t offset_bytes, std::span<std::byte> bytes) override {
    return device_.Read(buffer, offset_bytes, bytes);
  }
  Status Fill(gpu::Image& image, float value) override { return device_.Fill(image, value); }

 private:
  gpu::Device& device_;
  std::size_t buffer_bytes_ = 0;
  std::size_t image_bytes_ = 0;
};

Result<std::unique_ptr<gpu::Device>> CreateDevice(const std::string& backend) {
  if (backend == "gl") return gl::CreateDevice({});
  if (backend == "vulkan") return vulkan::CreateDevice({});
  return null_backend::CreateDevice();
}

class AllocationTest : public testing::TestWithParam<std::string> {};

TEST_P(AllocationTest, TheDeviceIsAskedForWhatThePlanSays) {
  auto device = CreateDevice(GetParam());
  if (!device) GTEST_SKIP() << device.error().message();
  for (const std::string network : {"tiny_unet", "squeeze_excite", "shape_zoo"}) {
    for (const kernel::Storage storage : {kernel::Storage::kBuffer, kernel::Storage::kImage}) {
      SCOPED_TRACE(network);
      const auto model = Model::Load(LoadNetwork(network).model_path);
      ASSERT_TRUE(model);
      auto graph = api::MakeGraph(model->impl(), {});
      ASSERT_TRUE(graph);
      auto prepared = engine::Prepare(*graph, (*device)->info(), {.plan = {.storage = storage}, .without_passes = {}});
      ASSERT_TRUE(prepared) << prepared.error().message();
      CountingDevice counting(**device);
      auto executable = runtime::Executable::Build(counting, prepared->plan, *graph, {});
      ASSERT_TRUE(executable) << executable.error().message();
      const plan::Plan& plan = (*executable)->plan();
      std::size_t planned_image_bytes = 0;
      for (const gpu::ImageDesc& image : plan.images) planned_image_bytes += image.size_bytes();
      EXPECT_EQ(counting.image_bytes(), planned_image_bytes);
      EXPECT_EQ(counting.buffer_bytes() + counting.image_bytes(),
                plan.tensor_bytes() + plan.total_constant_bytes() + plan.external_bytes());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, AllocationTest, testing::Values("null", "gl", "vulkan"),
                         [](const auto& backend) { return backend.param; });

}  // namespace
}  // namespace mica::networks
