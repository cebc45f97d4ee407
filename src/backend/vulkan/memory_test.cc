// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/memory_pool.h"
#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kMapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
constexpr std::uint32_t kAny = ~0u;

VkPhysicalDeviceMemoryProperties MemoryWith(const std::vector<VkMemoryPropertyFlags>& types) {
  VkPhysicalDeviceMemoryProperties memory = {.memoryTypeCount = static_cast<std::uint32_t>(types.size())};
  for (std::size_t i = 0; i < types.size(); ++i) memory.memoryTypes[i].propertyFlags = types[i];
  return memory;
}

TEST(ChooseMemoryTypeTest, ADiscreteGpuHasOneTypeForEachUse) {
  const auto memory = MemoryWith({0, kLocal, kMapped, kMapped | kCached, kLocal | kMapped});  // As NVIDIA has them.
  EXPECT_EQ(ChooseMemoryType(memory, kAny, MemoryUse::kDevice), 1u);
  EXPECT_EQ(ChooseMemoryType(memory, kAny, MemoryUse::kUpload), 3u);
  EXPECT_EQ(ChooseMemoryType(memory, kAny, MemoryUse::kDownload), 3u);
  EXPECT_EQ(ChooseMemoryType(memory, kAny, MemoryUse::kMappedDevice), 4u);
}

TEST(ChooseMemoryTypeTest, OneTypeServesAllWhereThereIsNoOther) {
  const auto memory = MemoryWith({kLocal | kMapped | kCached});
  for (const auto use : {MemoryUse::kDevice, MemoryUse::kMappedDevice, MemoryUse::kUpload, MemoryUse::kDownload}) {
    EXPECT_EQ(ChooseMemoryType(memory, kAny, use), 0u);
  }
}

TEST(ChooseMemoryTypeTest, TakesOnlyWhatIsAllowed) {
  const auto memory = MemoryWith({kLocal, kMapped});
  EXPECT_EQ(ChooseMemoryType(memory, 0b10, MemoryUse::kDevice), 1u);
  EXPECT_EQ(ChooseMemoryType(memory, 0b01, MemoryUse::kUpload), std::nullopt);
}

TEST(ChooseMemoryTypeTest, LeavesMemoryForOtherPurposesAlone) {
  const auto memory = MemoryWith({kLocal | VK_MEMORY_PROPERTY_PROTECTED_BIT, 0});
  EXPECT_EQ(ChooseMemoryType(memory, kAny, MemoryUse::kDevice), 1u);
}

class MemoryPoolTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto instance = FindInstance();
    if (!instance) GTEST_SKIP() << MessageOf(instance);
    const auto handles = (*instance)->PhysicalDevices();
    if (!handles || handles->empty()) GTEST_SKIP() << "no driver of Vulkan has a device.";
    auto physical = Examine(**instance, handles->front());
    ASSERT_TRUE(physical.has_value()) << MessageOf(physical);
    auto connection = Connection::Create(**instance, *std::move(physical), {});
    ASSERT_TRUE(connection.has_value()) << MessageOf(connection);
    connection_ = *std::move(connection);
    pool_ = std::make_unique<MemoryPool>(*connection_);
  }

  BoundBuffer Make(std::size_t size_bytes) {
    auto buffer = pool_->CreateBuffer(size_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryUse::kMappedDevice);
    EXPECT_TRUE(buffer.has_value()) << MessageOf(buffer);
    return *std::move(buffer);
  }

  std::unique_ptr<Connection> connection_;
  std::unique_ptr<MemoryPool> pool_;
};

TEST_F(MemoryPoolTest, SmallBuffersShareABlock) {
  const BoundBuffer first = Make(1000);
  const BoundBuffer second = Make(1000);
  EXPECT_EQ(first.memory.memory(), second.memory.memory());
  EXPECT_GE(second.memory.offset_bytes(), first.memory.offset_bytes() + 1000);
  EXPECT_EQ(pool_->block_count(), 1u);
}

TEST_F(MemoryPoolTest, AGapIsFilledAgain) {
  std::optional<BoundBuffer> first = Make(1000);
  const BoundBuffer second = Make(1000);
  const VkDeviceSize offset = first->memory.offset_bytes();
  first.reset();
  const BoundBuffer third = Make(1000);
  EXPECT_EQ(third.memory.offset_bytes(), offset);
}

TEST_F(MemoryPoolTest, ALargeBufferHasABlockOfItsOwnAndTakesItAlong) {
  const BoundBuffer small = Make(1000);
  {
    const BoundBuffer large = Make(std::size_t{20} << 20);
    EXPECT_EQ(pool_->block_count(), 2u);
  }
  EXPECT_EQ(pool_->block_count(), 1u);
}

TEST_F(MemoryPoolTest, OneEmptyBlockStays) {
  { const BoundBuffer only = Make(1000); }
  EXPECT_EQ(pool_->block_count(), 1u);
}

}  // namespace
}  // namespace mica::vulkan
