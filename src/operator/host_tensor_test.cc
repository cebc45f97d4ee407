// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator/host_tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace mica {
namespace {

using ::testing::ElementsAre;

// The elements one byte behind an aligned address, as a file may hold them.
template <typename T>
graph::Constant Unaligned(const std::vector<T>& elements) {
  auto file = std::make_shared<std::vector<std::byte>>(elements.size() * sizeof(T) + 1);
  std::memcpy(file->data() + 1, elements.data(), elements.size() * sizeof(T));
  return graph::Constant(std::span<const std::byte>(*file).subspan(1), file);
}

TEST(ReadConstantTest, ReadsAtAnyAddress) {
  EXPECT_THAT(ReadConstant<float>(Unaligned<float>({0.5f, -2.0f}), DataType::kFloat32), ElementsAre(0.5f, -2.0f));
  EXPECT_THAT(ReadConstant<std::int64_t>(Unaligned<std::int64_t>({-1, std::int64_t{1} << 40}), DataType::kInt64),
              ElementsAre(-1, std::int64_t{1} << 40));
}

TEST(ReadConstantTest, ConvertsHalvesAndIntegers) {
  EXPECT_THAT(ReadConstant<float>(Unaligned<std::uint16_t>({0x3c00, 0xc000}), DataType::kFloat16),
              ElementsAre(1.0f, -2.0f));
  EXPECT_THAT(ReadConstant<int>(Unaligned<std::int8_t>({-3, 7}), DataType::kInt8), ElementsAre(-3, 7));
  EXPECT_THAT(ReadConstant<int>(Unaligned<std::uint8_t>({200}), DataType::kUint8), ElementsAre(200));
  EXPECT_THAT(ReadConstant<int>(Unaligned<std::int16_t>({-300}), DataType::kInt16), ElementsAre(-300));
}

TEST(ReadConstantDeathTest, StringsAreNoNumbers) {
  EXPECT_DEATH(ReadConstant<float>(graph::Constant(), DataType::kString), "a string constant is read as numbers");
}

TEST(HostTensorTest, IsIndexedByBatchRowColumnAndChannel) {
  HostTensor tensor({.shape = {2, 3, 4, 5}});
  tensor.at(1, 2, 3, 4) = 7.0f;
  EXPECT_EQ(tensor.data<float>().back(), 7.0f);
  tensor.at(0, 1, 0, 2) = 3.0f;
  EXPECT_EQ(tensor.data<float>()[1 * 4 * 5 + 2], 3.0f);
}

TEST(HostTensorTest, StartsWithZerosAndCopiesWhatItIsGiven) {
  EXPECT_THAT(HostTensor({.shape = {2}}).data<float>(), ElementsAre(0.0f, 0.0f));
  const std::vector<float> numbers = {1.0f, 2.0f};
  const HostTensor copy({.shape = {2}}, std::as_bytes(std::span(numbers)));
  EXPECT_THAT(copy.data<float>(), ElementsAre(1.0f, 2.0f));
  EXPECT_NE(static_cast<const void*>(copy.bytes().data()), numbers.data());
}

}  // namespace
}  // namespace mica
