// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/softmax/softmax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::FloatNear;
using ::testing::Pointwise;

NodeUnderTest Softmax(const HostTensor& x, float beta = 1.0f) {
  return NodeUnderTest(kSoftmax, SoftmaxAttributes{.beta = beta}, {RunTime(x)});
}

TEST(SoftmaxTest, AgreesWithLiteRt) {
  EXPECT_THAT(Softmax(Floats({3}, {1, 2, 3})).RunFloats(),
              Pointwise(FloatNear(1e-6f), {0.09003057f, 0.24472848f, 0.66524094f}));
  EXPECT_THAT(Softmax(Floats({1, 3}, {1e4f, 1e4f - 1, -1e4f})).RunFloats(),
              Pointwise(FloatNear(1e-6f), {0.7310586f, 0.26894143f, 0.0f}));
}

TEST(SoftmaxTest, NormalizesEveryPixelOnItsOwn) {
  EXPECT_THAT(Softmax(Floats({1, 2, 1, 2}, {0, 0, 5, 5})).RunFloats(),
              Pointwise(FloatNear(1e-6f), {0.5f, 0.5f, 0.5f, 0.5f}));
}

TEST(SoftmaxTest, BetaScalesTheInput) {
  EXPECT_THAT(Softmax(Floats({2}, {2, 4}), 0.5f).RunFloats(), Pointwise(FloatNear(1e-6f), {0.26894143f, 0.7310586f}));
  EXPECT_THAT(Softmax(Floats({2}, {2000, 4000}), -1.0f).RunFloats(), Pointwise(FloatNear(1e-6f), {1.0f, 0.0f}));
}

TEST(SoftmaxTest, AScalarHasNoAxis) {
  EXPECT_EQ(Softmax(Floats({}, {1})).Infer().code(), StatusCode::kInvalidModel);
}

TEST(SoftmaxTest, BetaIsReadFromTheFile) {
  flatbuffers::FlatBufferBuilder builder;
  const auto options = schema::CreateSoftmaxOptions(builder, 2.0f).Union();
  const auto attributes = ParseInFile(
      kSoftmax, builder, {.inputs = {{}}, .options_type = schema::BuiltinOptions_SoftmaxOptions, .options = options});
  ASSERT_TRUE(attributes.has_value());
  EXPECT_EQ(std::any_cast<SoftmaxAttributes>(*attributes).beta, 2.0f);
}

TEST(SoftmaxTest, FewPixelsWithManyChannelsShareAWorkGroup) {
  const std::vector<KernelRequest> kernels = Softmax(HostTensor({.shape = {1, 1001}})).Lower();
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "softmax_group_per_pixel");
  EXPECT_EQ(kernels[0].grid, (std::array{64, 1, 1}));
}

TEST(SoftmaxTest, ManyPixelsTakeOneInvocationEach) {
  const std::vector<KernelRequest> kernels = Softmax(HostTensor({.shape = {1, 257, 257, 21}})).Lower();
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].grid, (std::array{257, 257, 1}));
  EXPECT_TRUE(kernels[0].shared.empty());
}

}  // namespace
}  // namespace mica::ops
