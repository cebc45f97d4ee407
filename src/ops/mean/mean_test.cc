// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/mean/mean.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// 0, 1, 2, ... in this shape.
HostTensor Counting(Shape shape) {
  HostTensor tensor({.shape = shape});
  std::iota(tensor.data<float>().begin(), tensor.data<float>().end(), 0.0f);
  return tensor;
}

NodeUnderTest Mean(const HostTensor& x, const std::vector<int>& axes, bool keep_dims = false) {
  return NodeUnderTest(kMean, MeanAttributes{.keep_dims = keep_dims},
                       {RunTime(x), Constant(Integers({static_cast<int>(axes.size())}, axes))});
}

TEST(MeanTest, AgreesWithLiteRt) {
  EXPECT_THAT(Mean(Counting({1, 2, 3, 4}), {1}).RunFloats(), ElementsAre(6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17));
  EXPECT_THAT(Mean(Counting({1, 2, 3, 4}), {1, 2}).RunFloats(), ElementsAre(10, 11, 12, 13));
  EXPECT_THAT(Mean(Counting({1, 2, 3, 4}), {3}).RunFloats(), ElementsAre(1.5f, 5.5f, 9.5f, 13.5f, 17.5f, 21.5f));
  EXPECT_THAT(Mean(Counting({2, 2, 2, 2, 2}), {0, 2, 4}).RunFloats(), ElementsAre(10.5f, 12.5f, 18.5f, 20.5f));
}

TEST(MeanTest, AxesMayBeNegativeAndRepeated) {
  EXPECT_THAT(Mean(Counting({1, 2, 3, 1}), {1, -3}).RunFloats(), ElementsAre(1.5f, 2.5f, 3.5f));
}

TEST(MeanTest, IntegersAreCutOffTowardsZero) {
  EXPECT_EQ(Mean(Integers({3}, {-3, -4, 2}), {0}).Run().data<std::int32_t>()[0], -1);
}

TEST(MeanTest, ReducedAxesStayOrGo) {
  EXPECT_EQ(Mean(Counting({2, 3, 4, 5}), {1, 2}, /*keep_dims=*/true).InferredShape(), Shape({2, 1, 1, 5}));
  EXPECT_EQ(Mean(Counting({2, 3, 4, 5}), {1, 2}, /*keep_dims=*/false).InferredShape(), Shape({2, 5}));
  EXPECT_EQ(Mean(Counting({2, 3}), {0, 1}, /*keep_dims=*/false).InferredShape(), Shape());
  EXPECT_EQ(Mean(Counting({2, 3}), {}, /*keep_dims=*/false).InferredShape(), Shape({2, 3}));
}

TEST(MeanTest, AxesOutsideTheShapeAreInvalid) {
  EXPECT_THAT(Mean(Counting({2, 3}), {2}).Infer().message(), HasSubstr("axis 2"));
  EXPECT_EQ(Mean(Counting({2, 3}), {-3}).Infer().code(), StatusCode::kInvalidModel);
}

TEST(MeanTest, RunTimeAxesAreNotPossible) {
  NodeUnderTest mean(kMean, MeanAttributes{}, {RunTime(Counting({2, 3})), RunTime(Integers({1}, {0}))});
  EXPECT_EQ(mean.Infer().code(), StatusCode::kUnsupported);
}

TEST(MeanTest, EveryAxisSetOfRankFourRunsOnTheGpu) {
  for (int set = 0; set < 16; ++set) {
    std::vector<int> axes;
    for (int axis = 0; axis < 4; ++axis) {
      if ((set >> axis) & 1) axes.push_back(axis);
    }
    EXPECT_TRUE(Mean(Counting({2, 3, 4, 5}), axes, true).GpuSupport().ok()) << set;
    EXPECT_TRUE(Mean(Counting({2, 3, 4, 5}), axes, false).GpuSupport().ok()) << set;
  }
}

TEST(MeanTest, LeadingDimensionsAreReducedTogetherOrNotAtAll) {
  EXPECT_TRUE(Mean(Counting({2, 3, 2, 2, 2}), {0, 1}, true).GpuSupport().ok());
  EXPECT_TRUE(Mean(Counting({1, 3, 2, 2, 2}), {1}, true).GpuSupport().ok());  // The other one has size 1.
  EXPECT_EQ(Mean(Counting({2, 3, 2, 2, 2}), {1}, true).GpuSupport().got, "some of [2, 3, 2, 2, 2]");
}

TEST(MeanTest, LeadingDimensionsMustNotComeApart) {
  EXPECT_TRUE(Mean(Counting({2, 3, 4, 5, 6}), {2}, /*keep_dims=*/true).GpuSupport().ok());
  EXPECT_FALSE(Mean(Counting({2, 3, 4, 5, 6}), {2}, /*keep_dims=*/false).GpuSupport().ok());
}

std::string DefinitionOf(const KernelRequest& request, std::string_view name) {
  for (const kernel::Definition& definition : request.definitions) {
    if (definition.name == name) return definition.value;
  }
  return "not defined";
}

TEST(MeanKernelTest, KeptAxesMoveToTheRight) {
  // [B, H, W, C] over W and C is [B, H], which the GPU sees as [1, 1, B, H].
  const KernelRequest kernel = Mean(Counting({2, 3, 4, 5}), {2, 3}).Lower().at(0);
  EXPECT_EQ(DefinitionOf(kernel, "KEPT_BATCH"), "x");
  EXPECT_EQ(DefinitionOf(kernel, "KEPT_HEIGHT"), "channel");
  EXPECT_EQ(DefinitionOf(kernel, "KEPT_WIDTH"), "0");
  EXPECT_EQ(DefinitionOf(kernel, "REDUCED_WIDTH"), "4");
  EXPECT_EQ(DefinitionOf(kernel, "REDUCED_SLICES"), "2");
  EXPECT_EQ(DefinitionOf(kernel, "COUNT"), "20.0");
}

TEST(MeanKernelTest, ManyPixelsOfFewChannelsShareAWorkGroup) {
  const KernelRequest kernel = Mean(HostTensor({.shape = {1, 64, 64, 3}}), {1, 2}, true).Lower().at(0);
  EXPECT_EQ(kernel.name, "mean_group_per_output");
  EXPECT_EQ(kernel.grid, (std::array{128, 1, 1}));
}

}  // namespace
}  // namespace mica::ops
