// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/depthwise_pointwise/depthwise_pointwise.h"

#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/graph_under_test.h"

namespace mica::fusions {
namespace {

class DepthwisePointwiseTest : public testing::Test {
 protected:
  graph::Value& Depthwise(graph::Value& image) {
    const int channels = image.desc.shape.channels();
    return test_.Add("DEPTHWISE_CONV_2D", {&image, &test_.Weights({1, 3, 3, channels})},
                     ops::DepthwiseConv2dAttributes{});
  }
  graph::Value& Pointwise(graph::Value& image, int size = 1) {
    return test_.Add("CONV_2D", {&image, &test_.Weights({8, size, size, image.desc.shape.channels()})},
                     ops::Conv2dAttributes{});
  }
  // How many nodes the fusion that begins at the depthwise convolution takes.
  std::size_t NodesOf(const graph::Value& depthwise, std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const auto fusion = FuseDepthwisePointwise(*depthwise.producer, test_.graph, {.device = device_});
    return fusion && *fusion ? (*fusion)->nodes.size() : 0;
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 8, 8, 12});
  gpu::DeviceInfo device_{.kind = gpu::DeviceKind::kDiscrete};
};

TEST_F(DepthwisePointwiseTest, TheStepsBetweenAreTakenAlong) {
  graph::Value& depthwise = Depthwise(x_);
  EXPECT_EQ(NodesOf(depthwise, {&Pointwise(test_.Add("RELU6", {&depthwise}))}), 3u);
}

TEST_F(DepthwisePointwiseTest, AValueThatOthersReadMustBeStored) {
  graph::Value& depthwise = Depthwise(x_);
  graph::Value& pointwise = Pointwise(depthwise);
  EXPECT_EQ(NodesOf(depthwise, {&pointwise, &test_.Add("RELU", {&depthwise})}), 0u);
  EXPECT_EQ(NodesOf(depthwise, {&pointwise, &depthwise}), 0u);
}

TEST_F(DepthwisePointwiseTest, OnlyAOneByOneConvolutionFollows) {
  graph::Value& depthwise = Depthwise(x_);
  EXPECT_EQ(NodesOf(depthwise, {&Pointwise(depthwise, /*size=*/3)}), 0u);
}

TEST_F(DepthwisePointwiseTest, ASoftwareGpuKeepsThemApart) {
  device_.kind = gpu::DeviceKind::kSoftware;
  graph::Value& depthwise = Depthwise(x_);
  EXPECT_EQ(NodesOf(depthwise, {&Pointwise(depthwise)}), 0u);
}

TEST_F(DepthwisePointwiseTest, TheTileFitsIntoSharedMemory) {
  graph::Value& wide = Depthwise(test_.Input({1, 7, 7, 2048}));
  graph::Value& result = Pointwise(wide);
  EXPECT_EQ(NodesOf(wide, {&result}), 0u);
  device_.shared_memory_bytes = 49152;
  EXPECT_EQ(NodesOf(wide, {&result}), 2u);
}

}  // namespace
}  // namespace mica::fusions
