// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/scaled_pointwise/scaled_pointwise.h"

#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"

namespace mica::fusions {
namespace {

class ScaledPointwiseTest : public testing::Test {
 protected:
  graph::Value& Pointwise(graph::Value& image) {
    return test_.Add("CONV_2D", {&image, &test_.Weights({8, 1, 1, image.desc.shape.channels()})},
                     ops::Conv2dAttributes{});
  }
  std::size_t NodesOf(const graph::Value& scaled, std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const auto fusion = FuseScaledPointwise(*scaled.producer, test_.graph, {.device = device_});
    return fusion && *fusion ? (*fusion)->nodes.size() : 0;
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 8, 8, 12});
  graph::Value& gate_ = test_.Input({1, 1, 1, 12});
  gpu::DeviceInfo device_{.kind = gpu::DeviceKind::kDiscrete};
};

TEST_F(ScaledPointwiseTest, AGateInFrontOfAConvolutionIsApplied) {
  graph::Value& scaled = test_.Add("MUL", {&gate_, &x_});
  EXPECT_EQ(NodesOf(scaled, {&Pointwise(scaled)}), 2u);
}

TEST_F(ScaledPointwiseTest, AScaledImageThatOthersReadIsStored) {
  graph::Value& scaled = test_.Add("MUL", {&x_, &gate_});
  graph::Value& result = Pointwise(scaled);
  EXPECT_EQ(NodesOf(scaled, {&result, &scaled}), 0u);
}

TEST_F(ScaledPointwiseTest, AStepBehindThatReadsAnotherTensorStaysOutside) {
  graph::Value& scaled = test_.Add("MUL", {&x_, &gate_});
  EXPECT_EQ(NodesOf(scaled, {&Pointwise(test_.Add("ADD", {&scaled, &x_}))}), 0u);
}

}  // namespace
}  // namespace mica::fusions
