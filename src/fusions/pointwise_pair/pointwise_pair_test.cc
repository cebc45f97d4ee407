// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/pointwise_pair/pointwise_pair.h"

#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"

namespace mica::fusions {
namespace {

class PointwisePairTest : public testing::Test {
 protected:
  graph::Value& Pointwise(graph::Value& image, int outputs) {
    return test_.Add("CONV_2D", {&image, &test_.Weights({outputs, 1, 1, image.desc.shape.channels()})},
                     ops::Conv2dAttributes{});
  }
  std::size_t NodesOf(const graph::Value& first, std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const auto fusion = FusePointwisePair(*first.producer, test_.graph, {.device = device_});
    return fusion && *fusion ? (*fusion)->nodes.size() : 0;
  }

  ops::GraphUnderTest test_;
  gpu::DeviceInfo device_{.kind = gpu::DeviceKind::kDiscrete};
};

TEST_F(PointwisePairTest, AGateIsOneKernel) {
  graph::Value& squeezed = Pointwise(test_.Input({1, 1, 1, 96}), 6);
  EXPECT_EQ(NodesOf(squeezed, {&Pointwise(test_.Add("RELU", {&squeezed}), 96)}), 3u);
}

TEST_F(PointwisePairTest, MorePixelsAreWorkForMoreGroups) {
  graph::Value& squeezed = Pointwise(test_.Input({1, 2, 1, 96}), 6);
  EXPECT_EQ(NodesOf(squeezed, {&Pointwise(squeezed, 96)}), 0u);
}

TEST_F(PointwisePairTest, ManyWeightsAreWorkForMoreGroups) {
  graph::Value& wide = Pointwise(test_.Input({1, 1, 1, 1024}), 512);
  EXPECT_EQ(NodesOf(wide, {&Pointwise(wide, 1000)}), 0u);
}

}  // namespace
}  // namespace mica::fusions
