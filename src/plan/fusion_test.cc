// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/fusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/concatenation/concatenation.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"
#include "ops/reshape/reshape.h"

namespace mica::plan {
namespace {

using ops::Integers;
using ::testing::ElementsAre;

class FusionTest : public testing::Test {
 protected:
  // "conv+2 copy": the kernels, each with the number of its steps. Which of its kernels a convolution takes is its own
  // business.
  std::string Fuse(std::vector<graph::Value*> outputs, const PlanOptions& options = {}) {
    test_.graph.outputs = std::move(outputs);
    TensorTypes types(test_.graph, device_, options);
    Result<FusedKernels> fused = FuseKernels(test_.graph, device_, options, types);
    if (!fused) return fused.error().message();
    fused_ = *std::move(fused);
    std::string text;
    for (const FusedKernel& kernel : fused_.kernels) {
      const std::string& name = kernel.kernel.name;
      text += (text.empty() ? "" : " ") + (name.starts_with("conv_2d") ? "conv" : name);
      if (!kernel.steps.empty()) text += fmt::format("+{}", kernel.steps.size());
    }
    return text;
  }

  graph::Value& Conv(graph::Value& image) {
    return test_.Add("CONV_2D", {&image, &test_.Weights({8, 1, 1, image.desc.shape.channels()})},
                     ops::Conv2dAttributes{});
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 4, 4, 8});
  gpu::DeviceInfo device_;
  FusedKernels fused_;
};

TEST_F(FusionTest, AChainOfStepsJoinsItsProducer) {
  graph::Value& sum = test_.Add("ADD", {&test_.Add("RELU", {&Conv(x_)}), &test_.Weights({8})});
  EXPECT_EQ(Fuse({&sum}), "conv+2");
  EXPECT_THAT(fused_.kernels[0].origins, ElementsAre(0, 1, 2));
  EXPECT_EQ(fused_.kernels[0].kernel.writes[0].value, &sum);
}

TEST_F(FusionTest, AResidualAddJoinsTheLaterOfItsProducers) {
  graph::Value& first = Conv(x_);
  graph::Value& second = Conv(first);
  EXPECT_EQ(Fuse({&test_.Add("ADD", {&first, &second})}), "conv conv+1");
  EXPECT_EQ(fused_.kernels[1].steps[0].reads[0].value, &first);
  EXPECT_TRUE(fused_.kernels[1].steps[0].reads[0].broadcast_channels);
}

TEST_F(FusionTest, ASquareReadsTheValueAtHandTwice) {
  graph::Value& v = Conv(x_);
  EXPECT_EQ(Fuse({&test_.Add("MUL", {&v, &v})}), "conv+1");
  EXPECT_TRUE(fused_.kernels[0].steps[0].reads.empty());
}

TEST_F(FusionTest, ASecondReaderEndsTheChain) {
  graph::Value& v = Conv(x_);
  EXPECT_EQ(Fuse({&test_.Add("RELU", {&v}), &test_.Add("NEG", {&v})}), "conv copy+1 copy+1");
}

TEST_F(FusionTest, AnOutputOfTheGraphEndsTheChain) {
  graph::Value& v = Conv(x_);
  EXPECT_EQ(Fuse({&v, &test_.Add("RELU", {&v})}), "conv copy+1");
}

TEST_F(FusionTest, TheDevicesBindingsEndTheChain) {
  graph::Value& sum = test_.Add("ADD", {&Conv(x_), &test_.Input({1, 4, 4, 8})});
  graph::Value& y = test_.Add("RELU", {&test_.Add("ADD", {&sum, &test_.Input({1, 4, 4, 8})})});
  // Source, result, constants and the first addend take the 4 buffers of the smallest device.
  EXPECT_EQ(Fuse({&y}), "conv+1 copy+2");
  device_.max_storage_buffers = device_.max_buffers_and_storage_images = 5;
  EXPECT_EQ(Fuse({&y}), "conv+3");
}

TEST_F(FusionTest, ConstantsOfStepsTakeNoBindingOfTheirOwn) {
  graph::Value* y = &Conv(x_);
  for (int i = 0; i < 6; ++i) y = &test_.Add("MUL", {y, &test_.Weights({8})});
  EXPECT_EQ(Fuse({y}), "conv+6");
}

TEST_F(FusionTest, ABroadcastThatGrowsTheValueIsAKernelOfItsOwn) {
  graph::Value& pixel = Conv(test_.Input({1, 1, 1, 8}));
  EXPECT_EQ(Fuse({&test_.Add("ADD", {&pixel, &x_})}), "conv copy+1");
  EXPECT_EQ(fused_.kernels[1].kernel.reads[0].value, &x_);  // The operand that has the shape of the result.
}

TEST_F(FusionTest, AnElementwiseNodeOfInputsStartsWithACopy) {
  EXPECT_EQ(Fuse({&test_.Add("ADD", {&x_, &test_.Input({8})})}), "copy+1");
}

TEST_F(FusionTest, AReshapeThatMovesNothingCostsNothing) {
  graph::Value& pixel = Conv(test_.Input({1, 1, 1, 8}));
  graph::Value& flat = test_.Add("RESHAPE", {&pixel, &test_.Constant(Integers({2}, {1, 8}))});
  EXPECT_EQ(Fuse({&test_.Add("NEG", {&flat})}), "conv+1");
  EXPECT_THAT(fused_.kernels[0].origins, ElementsAre(0, 1, 2));
}

TEST_F(FusionTest, EveryKernelThatWritesAPartOfTheResultTakesTheStep) {
  std::vector<graph::Value*> parts(5, &x_);
  graph::Value& joined = test_.Add("CONCATENATION", parts, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(Fuse({&test_.Add("RELU", {&joined})}), "concatenation+1 concatenation+1");
}

TEST_F(FusionTest, NothingJoinsAnOperatorOfSeveralOutputs) {
  graph::Value& first = test_.Add("SPLIT", {&test_.Constant(Integers({}, {3})), &x_}, {}, /*output_count=*/2);
  graph::Value& second = *first.producer->outputs[1];
  EXPECT_EQ(Fuse({&test_.Add("NEG", {&first}), &second}).substr(0, 5), "split");
  EXPECT_EQ(fused_.kernels.back().kernel.name, "copy");
}

TEST_F(FusionTest, AnUnknownOperatorIsRefusedByItsNameInTheFile) {
  graph::Value& y = test_.graph.AddValue("y", x_.desc);
  test_.graph.AddNode("MYSTERY", {}, {&x_}, {&y}).origins = {7};
  EXPECT_EQ(Fuse({&y}), "operator #7 (MYSTERY): has no GPU kernel.");
}

TEST_F(FusionTest, SlotsAreInputsThenOutputs) {
  graph::Value& y = Conv(x_);
  Fuse({&y});
  EXPECT_THAT(fused_.slots, ElementsAre(&x_, &y));
}

TEST_F(FusionTest, AnInputThatIsAnOutputIsCopied) {
  EXPECT_EQ(Fuse({&x_}), "copy");
  EXPECT_EQ(fused_.kernels[0].kernel.reads[0].value, &x_);
  EXPECT_EQ(fused_.kernels[0].kernel.writes[0].value, fused_.slots[1]);
}

TEST_F(FusionTest, AValueThatIsTwoOutputsIsCopiedOnce) {
  graph::Value& y = Conv(x_);
  EXPECT_EQ(Fuse({&y, &y}), "conv copy");
  EXPECT_EQ(fused_.slots[1], &y);
  EXPECT_EQ(fused_.kernels[1].kernel.writes[0].value, fused_.slots[2]);
}

TEST_F(FusionTest, AConstantOutputIsCopied) {
  graph::Value& constant = test_.Weights({1, 8});
  EXPECT_EQ(Fuse({&constant}), "copy");
  EXPECT_EQ(fused_.kernels[0].kernel.reads[0].value, &constant);
}

TEST_F(FusionTest, ExposedIntermediatesGetSlotsBehindTheOutputs) {
  graph::Value& v = Conv(x_);
  graph::Value& y = Conv(v);
  EXPECT_EQ(Fuse({&y}, {.expose_intermediates = true}), "conv copy conv");
  ASSERT_EQ(fused_.slots.size(), 3u);
  EXPECT_EQ(fused_.slots[1], &y);
  EXPECT_EQ(fused_.slots[2]->id, v.id);
}

TEST_F(FusionTest, PartsAreComputedInTheirPlaceOfAConcatenation) {
  graph::Value& left = Conv(x_);
  graph::Value& right = Conv(left);
  graph::Value& whole = test_.Add("CONCATENATION", {&left, &right}, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(Fuse({&Conv(whole)}), "conv conv conv");
  ASSERT_EQ(fused_.views.size(), 2u);
  EXPECT_EQ(fused_.views[1].part, &right);
  EXPECT_EQ(fused_.views[1].whole, &whole);
  EXPECT_EQ(fused_.views[1].offset_bytes, 4u * 4 * 8 * 4);
}

TEST_F(FusionTest, APartThatLiesElsewhereIsCopiedToItsPlace) {
  graph::Value& whole = test_.Add("CONCATENATION", {&x_, &Conv(x_)}, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(Fuse({&Conv(whole)}), "conv copy conv");
  EXPECT_EQ(fused_.views.size(), 2u);
}

TEST_F(FusionTest, AValueHasItsPlaceInOneConcatenationOnly) {
  graph::Value& v = Conv(x_);
  graph::Value& twice = test_.Add("CONCATENATION", {&v, &v}, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(Fuse({&Conv(twice)}), "conv copy conv");
}

TEST_F(FusionTest, PartsThatNoBindingReachesAreJoinedByAKernel) {
  device_.buffer_offset_alignment = 1024;
  graph::Value& left = Conv(x_);
  graph::Value& whole = test_.Add("CONCATENATION", {&left, &Conv(left)}, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(Fuse({&Conv(whole)}), "conv conv concatenation conv");
}

TEST_F(FusionTest, AStepBehindAConcatenationJoinsItsKernel) {
  graph::Value& left = Conv(x_);
  graph::Value& whole = test_.Add("CONCATENATION", {&left, &Conv(left)}, ops::ConcatenationAttributes{.axis = 3});
  EXPECT_EQ(Fuse({&Conv(test_.Add("RELU", {&whole}))}), "conv conv concatenation+1 conv");
}

TEST_F(FusionTest, AReshapeThatKeepsTheChannelsCostsNothing) {
  graph::Value& v = Conv(x_);
  graph::Value& flat = test_.Add("RESHAPE", {&v, &test_.Constant(Integers({3}, {1, 16, 8}))}, ops::ReshapeAttributes{});
  EXPECT_EQ(Fuse({&test_.Add("TANH", {&v}), &test_.Add("TANH", {&flat})}), "conv copy+1 copy+1");
  EXPECT_EQ(fused_.views.size(), 1u);
}

}  // namespace
}  // namespace mica::plan
