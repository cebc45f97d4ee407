// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/merge_channel_padding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/graph_under_test.h"

namespace mica::passes {
namespace {

using ops::Integers;
using ::testing::ElementsAre;

class MergeChannelPaddingTest : public testing::Test {
 protected:
  // [1, 4, 4, 6] with as many zeros in front of and behind each axis.
  graph::Value& Pad(std::vector<int> amounts) {
    return test_.Add("PAD", {&narrow_, &test_.Constant(Integers({4, 2}, std::move(amounts)))});
  }

  int Merge(std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const int merged = MergeChannelPadding(test_.graph);
    EXPECT_TRUE(graph::Verify(test_.graph).ok());
    return merged;
  }

  ops::GraphUnderTest test_;
  graph::Value& narrow_ = test_.Input({1, 4, 4, 6});
  graph::Value& wide_ = test_.Input({1, 4, 4, 10});
};

TEST_F(MergeChannelPaddingTest, ZerosBehindTheChannelsAreNotWritten) {
  graph::Value& first = test_.Add("ADD", {&Pad({0, 0, 0, 0, 0, 0, 0, 4}), &wide_});
  graph::Value& second = test_.Add("ADD", {&first, &Pad({0, 0, 0, 0, 0, 0, 0, 4})});
  EXPECT_EQ(Merge({&second}), 2);
  EXPECT_EQ(test_.Operators(), "ADD_FIRST_CHANNELS ADD_FIRST_CHANNELS");
  EXPECT_THAT(first.producer->inputs, ElementsAre(&wide_, &narrow_));
  EXPECT_THAT(second.producer->inputs, ElementsAre(&first, &narrow_));
  EXPECT_THAT(first.producer->origins, ElementsAre(0, 1));
}

TEST_F(MergeChannelPaddingTest, ZerosElsewhereStay) {
  EXPECT_EQ(Merge({&test_.Add("ADD", {&Pad({0, 0, 0, 0, 0, 0, 4, 0}), &wide_})}), 0) << "in front of the channels";
  graph::Value& tall = test_.Input({1, 5, 4, 10});
  EXPECT_EQ(Merge({&test_.Add("ADD", {&Pad({0, 0, 0, 1, 0, 0, 0, 4}), &tall})}), 0) << "below the image";
}

TEST_F(MergeChannelPaddingTest, APaddingThatOthersReadStays) {
  graph::Value& padded = Pad({0, 0, 0, 0, 0, 0, 0, 4});
  graph::Value& sum = test_.Add("ADD", {&padded, &wide_});
  EXPECT_EQ(Merge({&sum, &padded}), 0);
  EXPECT_EQ(Merge({&sum, &test_.Add("NEG", {&padded})}), 0);
}

TEST_F(MergeChannelPaddingTest, AConstantOrABroadcastIsNoSumOfTwoImages) {
  EXPECT_EQ(Merge({&test_.Add("ADD", {&Pad({0, 0, 0, 0, 0, 0, 0, 4}), &test_.Weights({10})})}), 0);
  graph::Value& one_pixel = test_.Input({1, 1, 1, 10});
  EXPECT_EQ(Merge({&test_.Add("ADD", {&Pad({0, 0, 0, 0, 0, 0, 0, 4}), &one_pixel})}), 0);
}

}  // namespace
}  // namespace mica::passes
