// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/merge_padding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/graph_under_test.h"
#include "ops/pool_2d/pool_2d.h"

namespace mica::passes {
namespace {

using ops::Floats;
using ops::Integers;
using ::testing::ElementsAre;

constexpr ops::Padding2d kAround{.top = 1, .bottom = 2, .left = 3, .right = 4};

// x [1, 6, 6, 4] ─ PAD(amounts) ─ (under test)
class MergePaddingTest : public testing::Test {
 protected:
  graph::Value& Pad(graph::Value& value, const std::vector<int>& amounts) {
    return test_.Add("PAD", {&value, &test_.Constant(Integers({4, 2}, amounts))});
  }
  graph::Value& PadAround(graph::Value& value) { return Pad(value, {0, 0, 1, 2, 3, 4, 0, 0}); }
  graph::Value& Conv(graph::Value& image, ops::Window2d window = {}) {
    return test_.Add("CONV_2D", {&image, &test_.Weights({8, 3, 3, image.desc.shape.channels()})},
                     ops::Conv2dAttributes{window});
  }
  // How many were merged.
  int Merge(std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const int merged = MergePadding(test_.graph);
    EXPECT_TRUE(graph::Verify(test_.graph).ok());
    return merged;
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 6, 6, 4});
};

TEST_F(MergePaddingTest, AZeroPadBecomesPaddingOfTheConvolutionBehindIt) {
  graph::Value& y = Conv(PadAround(x_));
  EXPECT_EQ(Merge({&y}), 1);
  EXPECT_EQ(test_.Operators(), "CONV_2D");
  const graph::Node& conv = *y.producer;
  EXPECT_EQ(conv.inputs[0], &x_);
  EXPECT_EQ(conv.Attributes<ops::Conv2dAttributes>().window.explicit_padding, kAround);
  EXPECT_THAT(conv.origins, ElementsAre(0, 1));
}

TEST_F(MergePaddingTest, TheShapeOfTheOutputStaysTheSame) {
  for (const schema::Padding padding : {schema::Padding_VALID, schema::Padding_SAME}) {
    graph::Value& y = Conv(PadAround(x_), {.stride_y = 2, .padding = padding});
    EXPECT_EQ(Merge({&y}), 1);
    graph::TensorDesc inferred;
    ASSERT_TRUE(ops::kConv2d.infer_shapes(NodeView(*y.producer), {&inferred, 1}).ok());
    EXPECT_EQ(inferred.shape, y.desc.shape);
  }
}

TEST_F(MergePaddingTest, DepthwiseConvolutionsTakeItToo) {
  graph::Value& y =
      test_.Add("DEPTHWISE_CONV_2D", {&PadAround(x_), &test_.Weights({1, 3, 3, 4})}, ops::DepthwiseConv2dAttributes{});
  EXPECT_EQ(Merge({&y}), 1);
  EXPECT_EQ(y.producer->Attributes<ops::DepthwiseConv2dAttributes>().window.explicit_padding, kAround);
}

TEST_F(MergePaddingTest, APadWithAValueOfZeroIsMergedAndOneOfSevenIsNot) {
  const auto pad_with = [&](float fill) -> graph::Value& {
    return test_.Add("PADV2", {&x_, &test_.Constant(Integers({4, 2}, {0, 0, 1, 1, 1, 1, 0, 0})),
                               &test_.Constant(Floats({}, {fill}))});
  };
  EXPECT_EQ(Merge({&Conv(pad_with(0))}), 1);
  EXPECT_EQ(Merge({&Conv(pad_with(7))}), 0);
}

TEST_F(MergePaddingTest, ASecondReaderNeedsThePaddedTensor) {
  graph::Value& padded = PadAround(x_);
  EXPECT_EQ(Merge({&Conv(padded), &test_.Add("RELU", {&padded})}), 0);
}

TEST_F(MergePaddingTest, AnOutputOfTheGraphNeedsThePaddedTensor) {
  graph::Value& padded = PadAround(x_);
  EXPECT_EQ(Merge({&Conv(padded), &padded}), 0);
}

TEST_F(MergePaddingTest, PaddedBatchesAndChannelsStay) {
  EXPECT_EQ(Merge({&Conv(Pad(x_, {1, 0, 1, 1, 1, 1, 0, 0}))}), 0);
  EXPECT_EQ(Merge({&Conv(Pad(x_, {0, 0, 1, 1, 1, 1, 0, 3}))}), 0);
}

TEST_F(MergePaddingTest, OnlyTheNearestOfTwoPadsIsMerged) {
  EXPECT_EQ(Merge({&Conv(PadAround(PadAround(x_)))}), 1);
  EXPECT_EQ(test_.Operators(), "PAD CONV_2D");
}

TEST_F(MergePaddingTest, PoolsCountWhatAPadAdds) {
  graph::Value& y = test_.Add("AVERAGE_POOL_2D", {&PadAround(x_)}, ops::Pool2dAttributes{.height = 3, .width = 3});
  EXPECT_EQ(Merge({&y}), 0);
}

TEST_F(MergePaddingTest, AmountsKnownOnlyAtRunTimeStay) {
  graph::Value& padded = PadAround(x_);
  graph::Value& amounts = test_.Input({4, 2});
  test_.graph.ReplaceInput(*padded.producer, 1, amounts);
  EXPECT_EQ(Merge({&Conv(padded)}), 0);
}

}  // namespace
}  // namespace mica::passes
