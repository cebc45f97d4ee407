// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/dequantize/dequantize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/half.h"
#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
HostTensor Quantized(DataType type, Shape shape, const std::vector<T>& stored, graph::Quantization quantization) {
  const HostTensor plain = MakeTensor<T>(type, shape, stored);
  return HostTensor({.type = type, .shape = shape, .quantization = std::move(quantization)}, plain.bytes());
}

NodeUnderTest Dequantize(const HostTensor& x) {
  return NodeUnderTest(kDequantize, {}, {Constant(x)});
}

TEST(DequantizeTest, HalfFloatsBecomeFloats) {
  const HostTensor x = MakeTensor<std::uint16_t>(DataType::kFloat16, {3}, {0x3c00, 0xc100, FloatToHalf(0.1f)});
  EXPECT_THAT(Dequantize(x).RunFloats(), ElementsAre(1.0f, -2.5f, 0.099975586f));
}

TEST(DequantizeTest, OneScaleForTheTensor) {
  EXPECT_THAT(Dequantize(Quantized<std::int8_t>(DataType::kInt8, {3}, {-128, 0, 127},
                                                {.scales = {0.5f}, .zero_points = {-128}}))
                  .RunFloats(),
              ElementsAre(0, 64, 127.5f));
  EXPECT_THAT(
      Dequantize(Quantized<std::uint8_t>(DataType::kUint8, {2}, {0, 255}, {.scales = {2}, .zero_points = {128}}))
          .RunFloats(),
      ElementsAre(-256, 254));
}

TEST(DequantizeTest, OneScaleForEachIndexOfAnAxis) {
  EXPECT_THAT(Dequantize(Quantized<std::int8_t>(DataType::kInt8, {2, 2, 1}, {1, 2, 3, 4},
                                                {.scales = {1, 10}, .zero_points = {0, 1}, .axis = 0}))
                  .RunFloats(),
              ElementsAre(1, 2, 20, 30));
  EXPECT_THAT(Dequantize(Quantized<std::int8_t>(DataType::kInt8, {2, 2, 1}, {1, 2, 3, 4},
                                                {.scales = {1, 10}, .zero_points = {0, 1}, .axis = 1}))
                  .RunFloats(),
              ElementsAre(1, 10, 3, 30));
}

TEST(DequantizeTest, MissingZeroPointsAreZero) {
  EXPECT_THAT(Dequantize(Quantized<std::int16_t>(DataType::kInt16, {1}, {-300}, {.scales = {0.5f}})).RunFloats(),
              ElementsAre(-150));
}

TEST(DequantizeTest, IntegersNeedScalesThatFit) {
  const auto infer = [](graph::Quantization quantization) {
    return Dequantize(Quantized<std::int8_t>(DataType::kInt8, {3}, {1, 2, 3}, std::move(quantization))).Infer();
  };
  EXPECT_THAT(infer({}).message(), HasSubstr("no scale"));
  EXPECT_THAT(infer({.scales = {1, 2}, .zero_points = {0, 0}}).message(),
              HasSubstr("2 scales along an axis of size 3"));
  EXPECT_THAT(infer({.scales = {1, 2, 3}, .zero_points = {0}}).message(), HasSubstr("1 zero points"));
  EXPECT_THAT(infer({.scales = {1, 2, 3}, .axis = 1}).message(), HasSubstr("axis 1"));
  EXPECT_TRUE(infer({.scales = {1, 2, 3}, .zero_points = {0, 0, 0}}).ok());
}

TEST(DequantizeTest, FloatsAreNotQuantized) {
  EXPECT_EQ(Dequantize(Floats({1}, {1})).Infer().code(), StatusCode::kInvalidModel);
}

TEST(DequantizeTest, RunTimeTensorsAreRefused) {
  NodeUnderTest node(kDequantize, {}, {RunTime(MakeTensor<std::uint16_t>(DataType::kFloat16, {1}, {0}))});
  EXPECT_EQ(node.GpuSupport().got, "run-time float16[1]");
}

}  // namespace
}  // namespace mica::ops
