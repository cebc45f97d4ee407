// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "elements.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace mica::cli {
namespace {

double RoundTrip(DataType type, double value) {
  std::array<std::byte, 8> bytes{};
  WriteElement(type, bytes, 0, value);
  return ReadElement(type, bytes, 0);
}

std::uint16_t HalfBits(double value) {
  std::array<std::byte, 2> bytes{};
  WriteElement(DataType::kFloat16, bytes, 0, value);
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof(bits));
  return bits;
}

TEST(ElementsTest, IntegersRoundAndSaturate) {
  EXPECT_EQ(RoundTrip(DataType::kUint8, 12.6), 13);
  EXPECT_EQ(RoundTrip(DataType::kUint8, 300), 255);
  EXPECT_EQ(RoundTrip(DataType::kUint8, -1), 0);
  EXPECT_EQ(RoundTrip(DataType::kInt8, -500), -128);
  EXPECT_EQ(RoundTrip(DataType::kInt64, 1e30), 0x1p63);
  EXPECT_EQ(RoundTrip(DataType::kInt32, std::nan("")), 0);
}

TEST(ElementsTest, HalvesHaveTheBitsOfIeee) {
  EXPECT_EQ(HalfBits(0), 0x0000);
  EXPECT_EQ(HalfBits(-0.0), 0x8000);
  EXPECT_EQ(HalfBits(1), 0x3c00);
  EXPECT_EQ(HalfBits(-2), 0xc000);
  EXPECT_EQ(HalfBits(65504), 0x7bff);
  EXPECT_EQ(HalfBits(65520), 0x7c00);  // Halfway to the next, which is infinity.
  EXPECT_EQ(HalfBits(0x1p-24), 0x0001);
  EXPECT_EQ(HalfBits(0x1p-14), 0x0400);
  EXPECT_EQ(HalfBits(1 + 0x1p-11), 0x3c00);  // Halfway: to even.
  EXPECT_EQ(HalfBits(1 + 3 * 0x1p-11), 0x3c02);
}

TEST(ElementsTest, EveryHalfSurvivesTheWayThroughDouble) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    std::array<std::byte, 2> bytes{};
    std::memcpy(bytes.data(), &half, sizeof(half));
    const double value = ReadElement(DataType::kFloat16, bytes, 0);
    EXPECT_TRUE(std::isnan(value) || HalfBits(value) == half) << bits;
  }
}

TEST(ElementsTest, AnyByteButZeroIsTrue) {
  const std::array bytes = {std::byte{0}, std::byte{7}};
  EXPECT_EQ(ReadElement(DataType::kBool, bytes, 0), 0);
  EXPECT_EQ(ReadElement(DataType::kBool, bytes, 1), 1);
}

TEST(ElementsTest, StringsAreNoNumbers) {
  EXPECT_FALSE(IsNumber(DataType::kString));
  EXPECT_EQ((HostTensor{.info = {.type = DataType::kString}, .bytes = {}}.element_count()), 0u);
}

TEST(ElementsTest, TypesAreWrittenAsInMessages) {
  EXPECT_EQ(FormatType(DataType::kFloat32, std::array{1, 224, 224, 3}), "float32[1, 224, 224, 3]");
  EXPECT_EQ(FormatType(DataType::kInt8, {}), "int8[]");
}

}  // namespace
}  // namespace mica::cli
