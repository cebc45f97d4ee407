// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"

namespace mica::plan {
namespace {

using ops::Integers;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class PlannerTest : public testing::Test {
 protected:
  graph::Value& Conv(graph::Value& image, graph::Value& weights) {
    return test_.Add("CONV_2D", {&image, &weights}, ops::Conv2dAttributes{});
  }
  graph::Value& Conv(graph::Value& image) { return Conv(image, test_.Weights({8, 1, 1, 8})); }

  Plan Make(std::vector<graph::Value*> outputs, const PlanOptions& options = {}) {
    test_.graph.outputs = std::move(outputs);
    Result<Plan> plan = MakePlan(test_.graph, device_, options);
    EXPECT_TRUE(plan.has_value()) << plan.error().message();
    return plan.value_or(Plan());
  }
  std::string Refusal(std::vector<graph::Value*> outputs) {
    test_.graph.outputs = std::move(outputs);
    const Result<Plan> plan = MakePlan(test_.graph, device_, {});
    return plan ? "" : plan.error().message();
  }

  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 4, 4, 8});
  gpu::DeviceInfo device_;
};

TEST_F(PlannerTest, InputsAndOutputsAreRowMajorFloatsAndAllElseIsSliced) {
  const Plan plan = Make({&Conv(Conv(x_))}, {.precision = Precision::kFp16, .storage = kernel::Storage::kImage});
  ASSERT_EQ(plan.tensors.size(), 3u);
  for (const int external : plan.slot_tensors) {
    const kernel::TensorType& type = plan.tensors[static_cast<std::size_t>(external)].type;
    EXPECT_EQ(type, (kernel::TensorType{.shape = {1, 4, 4, 8}, .layout = kernel::Layout::kRowMajor}));
  }
  EXPECT_EQ(plan.tensors[2].type,
            (kernel::TensorType{
                .shape = {1, 4, 4, 8}, .element = kernel::ElementType::kFloat16, .storage = kernel::Storage::kImage}));
  EXPECT_EQ(plan.constant_type, kernel::ElementType::kFloat16);
}

// Four row-major channels are a slice already: the first kernel binds the application's bytes and reads them by float4.
TEST_F(PlannerTest, AnInputOfFourChannelsIsReadInPlaceWithoutAConversion) {
  graph::Value& picture = test_.Input({1, 4, 4, 4});
  graph::Value& y = Conv(picture, test_.Weights({8, 1, 1, 4}));
  for (const kernel::Storage storage : {kernel::Storage::kBuffer, kernel::Storage::kImage}) {
    const Plan plan = Make({&y}, {.storage = storage});
    ASSERT_EQ(plan.dispatches.size(), 1u);
    const auto* source = std::get_if<TensorBinding>(&plan.dispatches[0].bindings[0]);
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(plan.tensors[static_cast<std::size_t>(source->tensor)].value_id, picture.id);
    EXPECT_THAT(plan.programs[0].text, HasSubstr("{ vec4 src_data[]; }"));
    EXPECT_EQ(plan.tensor_bytes(), 0u);  // No second copy of it.
  }
}

TEST_F(PlannerTest, ATensorThatNoImageHoldsLivesInABuffer) {
  device_.max_image_layers = 1;
  const Plan plan = Make({&Conv(Conv(x_))}, {.storage = kernel::Storage::kImage});
  EXPECT_TRUE(plan.images.empty());
  EXPECT_EQ(plan.buffer_bytes.size(), 1u);
}

TEST_F(PlannerTest, LifetimesRunFromTheFirstToTheLastUse) {
  graph::Value& v = Conv(x_);
  graph::Value& w = Conv(Conv(v));
  const Plan plan = Make({&test_.Add("ADD", {&v, &w})});
  const auto of_v = std::ranges::find(plan.tensors, v.id, &PlannedTensor::value_id);
  ASSERT_NE(of_v, plan.tensors.end());
  EXPECT_EQ(of_v->first_dispatch, 0);
  EXPECT_EQ(of_v->last_dispatch, 2);  // The add is a step of the third convolution.
}

TEST_F(PlannerTest, EqualKernelsAreCompiledOnce) {
  graph::Value* y = &x_;
  for (int i = 0; i < 5; ++i) y = &Conv(*y);
  const Plan plan = Make({y});
  EXPECT_EQ(plan.dispatches.size(), 5u);
  EXPECT_EQ(plan.programs.size(), 3u);  // The first reads and the last writes row-major.
}

TEST_F(PlannerTest, ConstantsAreRecipes) {
  graph::Value& weights = test_.Weights({8, 1, 1, 8});
  const Plan plan = Make({&Conv(x_, weights)});
  ASSERT_EQ(plan.constants.size(), 1u);
  ASSERT_EQ(plan.constants[0].recipes.size(), 2u);
  EXPECT_EQ(plan.constants[0].recipes[0].value_id, weights.id);
  EXPECT_EQ(plan.constants[0].recipes[1].value_id, -1);  // The bias that the file leaves out.
  EXPECT_EQ(plan.constants[0].size_bytes, (64u + 8) * 4);
}

TEST_F(PlannerTest, ConstantsBeyondOneBindingSpreadOverSeveralBuffers) {
  device_.max_buffer_bytes = 1024;
  graph::Value* y = &x_;
  for (int i = 0; i < 6; ++i) y = &Conv(*y);  // 288 bytes of constants each, at multiples of 256.
  const Plan plan = Make({y});
  EXPECT_EQ(plan.constant_bytes.size(), 3u);
  for (const ConstantRange& range : plan.constants) {
    EXPECT_EQ(range.offset_bytes % device_.buffer_offset_alignment, 0u);
    EXPECT_LE(range.offset_bytes + range.size_bytes, plan.constant_bytes[static_cast<std::size_t>(range.buffer)]);
    EXPECT_GE(range.recipes[0].offset_bytes, range.offset_bytes);
  }
}

TEST_F(PlannerTest, OperatorsWithoutADispatchAreFolded) {
  const Plan plan = Make({&Conv(x_)}, {.file_operators = 3});
  EXPECT_THAT(plan.folded_origins, ElementsAre(1, 2));
}

TEST_F(PlannerTest, TheTextIsTheSameEveryTime) {
  graph::Value& y = test_.Add("RELU", {&Conv(Conv(x_))});
  const std::string text = ToText(Make({&y}));
  EXPECT_EQ(text, ToText(Make({&y})));
  EXPECT_THAT(text, HasSubstr("plan: fp32 buffer, 2 dispatches, 2 programs, 512 tensor bytes"));
  EXPECT_THAT(text, HasSubstr("origins 1,2\n"));
}

TEST_F(PlannerTest, RefusesATensorWithoutElements) {
  graph::Value& empty = test_.Input({1, 0, 4, 8});
  EXPECT_EQ(Refusal({&test_.Add("RELU", {&empty})}), "the tensor 'input 1' has no elements.");
}

TEST_F(PlannerTest, RefusesAnInputLargerThanABinding) {
  device_.max_buffer_bytes = 511;
  EXPECT_EQ(Refusal({&Conv(x_)}), "the tensor 'input 0' has 512 bytes; the device binds 511 at most.");
}

TEST_F(PlannerTest, RefusesAnIntermediateLargerThanABinding) {
  device_.max_buffer_bytes = 1024;
  graph::Value& padded = test_.Add("PAD", {&x_, &test_.Constant(Integers({4, 2}, {0, 0, 4, 4, 4, 4, 0, 0}))});
  graph::Value& back =
      test_.Add("SLICE", {&test_.Add("TRANSPOSE", {&padded, &test_.Constant(Integers({4}, {0, 2, 1, 3}))}),
                          &test_.Constant(Integers({4}, {0, 0, 0, 0})), &test_.Constant(Integers({4}, {1, 1, 1, 8}))});
  EXPECT_THAT(Refusal({&back}), EndsWith("needs 4608 bytes; the device binds 1024 at most."));
}

TEST_F(PlannerTest, RefusesConstantsLargerThanABinding) {
  device_.max_buffer_bytes = 1024;
  graph::Value& y = Conv(x_, test_.Weights({64, 1, 1, 8}));
  EXPECT_THAT(Refusal({&test_.Add("SLICE", {&y, &test_.Constant(Integers({4}, {0, 0, 0, 0})),
                                            &test_.Constant(Integers({4}, {1, 1, 1, 8}))})}),
              HasSubstr("bytes of constants; the device binds 1024 at most."));
}

TEST_F(PlannerTest, RefusesMoreWorkGroupsThanTheDeviceRuns) {
  device_.max_group_count = {65535, 65535, 1};
  device_.max_group_invocations = 1;
  EXPECT_THAT(Refusal({&test_.Add("RELU", {&x_})}), HasSubstr("needs 2 work groups on axis 2"));
}

TEST_F(PlannerTest, RefusesInputsAndOutputsThatAreNoFloats) {
  EXPECT_THAT(Refusal({&test_.Constant(Integers({2}, {1, 2}))}), HasSubstr("is int32; inputs and outputs are float32"));
  test_.Input({4}).desc.type = DataType::kInt8;
  EXPECT_THAT(Refusal({&Conv(x_)}), HasSubstr("'input 1' is int8"));
}

}  // namespace
}  // namespace mica::plan
