// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/elementwise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

const OperatorDef& Find(std::string_view name) {
  const auto operators = ElementwiseOperators();
  return *std::ranges::find(operators, name, &OperatorDef::name);
}

std::vector<float> Apply(std::string_view name, const std::vector<float>& x, std::any attributes = {}) {
  return NodeUnderTest(Find(name), attributes, {RunTime(Floats({static_cast<int>(x.size())}, x))}).RunFloats();
}

std::vector<std::int32_t> ApplyToIntegers(std::string_view name, const std::vector<int>& left,
                                          const std::vector<int>& right) {
  const Shape shape = {static_cast<int>(left.size())};
  const HostTensor output =
      NodeUnderTest(Find(name), {}, {Constant(Integers(shape, left)), Constant(Integers(shape, right))}).Run();
  return {output.data<std::int32_t>().begin(), output.data<std::int32_t>().end()};
}

// Where the functions bend and saturate, and LiteRT's answers there.
const std::vector<float> kPoints = {-1e4f, -7, -3, -1.5f, -0.5f, 0, 0.5f, 1.5f, 3, 7, 1e4f};

TEST(ElementwiseReferenceTest, AgreesWithLiteRt) {
  const auto near = [](std::vector<float> expected) { return Pointwise(FloatNear(1e-6f), expected); };
  EXPECT_THAT(Apply("LOGISTIC", kPoints), near({0, 9.1105123e-04f, 0.047425866f, 0.18242553f, 0.37754068f, 0.5f,
                                                0.62245935f, 0.81757444f, 0.95257413f, 0.99908894f, 1}));
  EXPECT_THAT(Apply("TANH", kPoints), near({-1, -0.99999833f, -0.9950547f, -0.9051483f, -0.46211714f, 0, 0.46211714f,
                                            0.9051483f, 0.9950547f, 0.99999833f, 1}));
  EXPECT_THAT(Apply("ELU", kPoints),
              near({-1, -0.99908811f, -0.95021296f, -0.77686983f, -0.39346933f, 0, 0.5f, 1.5f, 3, 7, 1e4f}));
  EXPECT_THAT(Apply("HARD_SWISH", kPoints), near({0, 0, 0, -0.375f, -0.20833333f, 0, 0.29166666f, 1.125f, 3, 7, 1e4f}));
  EXPECT_THAT(Apply("RELU6", kPoints), near({0, 0, 0, 0, 0, 0, 0.5f, 1.5f, 3, 6, 6}));
  EXPECT_THAT(Apply("RELU_N1_TO_1", kPoints), near({-1, -1, -1, -1, -0.5f, 0, 0.5f, 1, 1, 1, 1}));
  EXPECT_THAT(Apply("LEAKY_RELU", kPoints, LeakyReluAttributes{.alpha = 0.3f}),
              near({-3000, -2.1f, -0.9f, -0.45f, -0.15f, 0, 0.5f, 1.5f, 3, 7, 1e4f}));
  EXPECT_THAT(Apply("RSQRT", {0.5f, 1.5f, 3, 7}), near({1.4142135f, 0.81649655f, 0.57735026f, 0.3779645f}));
}

TEST(ElementwiseReferenceTest, BroadcastsBothWays) {
  const HostTensor column = Floats({2, 1}, {10, 20});
  const HostTensor row = Floats({3}, {1, 2, 3});
  EXPECT_THAT(NodeUnderTest(Find("SUB"), {}, {RunTime(column), RunTime(row)}).RunFloats(),
              ElementsAre(9, 8, 7, 19, 18, 17));
  EXPECT_THAT(NodeUnderTest(Find("SUB"), {}, {RunTime(row), RunTime(column)}).RunFloats(),
              ElementsAre(-9, -8, -7, -19, -18, -17));
}

TEST(ElementwiseReferenceTest, IntegersDivideTowardsZero) {
  EXPECT_THAT(ApplyToIntegers("DIV", {7, -7, 5}, {2, 2, -2}), ElementsAre(3, -3, -2));
}

TEST(ElementwiseReferenceTest, IntegerArithmeticNeverTraps) {
  constexpr int kLowest = std::numeric_limits<int>::min();
  EXPECT_THAT(ApplyToIntegers("DIV", {5, kLowest}, {0, -1}), ElementsAre(0, kLowest));
  EXPECT_THAT(ApplyToIntegers("ADD", {kLowest}, {-1}), ElementsAre(std::numeric_limits<int>::max()));

  constexpr std::int64_t kLowest64 = std::numeric_limits<std::int64_t>::min();
  const HostTensor lowest = MakeTensor<std::int64_t>(DataType::kInt64, {1}, {kLowest64});
  const HostTensor minus_one = MakeTensor<std::int64_t>(DataType::kInt64, {1}, {-1});
  for (const std::string_view name : {"DIV", "MUL"}) {
    const HostTensor result = NodeUnderTest(Find(name), {}, {Constant(lowest), Constant(minus_one)}).Run();
    EXPECT_EQ(result.data<std::int64_t>()[0], kLowest64) << name;
  }
}

TEST(ElementwiseShapeTest, ShapesThatDoNotBroadcastAreInvalid) {
  NodeUnderTest add(Find("ADD"), {}, {RunTime(Floats({2}, {1, 2})), RunTime(Floats({3}, {1, 2, 3}))});
  EXPECT_EQ(add.Infer().code(), StatusCode::kInvalidModel);
  EXPECT_THAT(add.Infer().message(), HasSubstr("[2] and [3]"));
}

TEST(ElementwiseShapeTest, OperandsOfDifferentTypesAreInvalid) {
  NodeUnderTest add(Find("ADD"), {}, {RunTime(Floats({1}, {1})), RunTime(Integers({1}, {1}))});
  EXPECT_EQ(add.Infer().code(), StatusCode::kInvalidModel);
}

TEST(ElementwiseSupportTest, LeadingDimensionsRepeatAllTogetherOrNotAtAll) {
  const auto support = [](Shape right) {
    return NodeUnderTest(Find("MUL"), {},
                         {RunTime(HostTensor({.shape = {2, 3, 1, 1, 4}})), RunTime(HostTensor({.shape = right}))})
        .GpuSupport();
  };
  EXPECT_TRUE(support({2, 3, 1, 1, 4}).ok());
  EXPECT_TRUE(support({1, 1, 5, 1, 4}).ok());
  EXPECT_TRUE(support({4}).ok());
  EXPECT_FALSE(support({2, 1, 1, 1, 4}).ok());
  EXPECT_EQ(support({1, 3, 1, 1, 4}).got, "[1, 3, 1, 1, 4] to [2, 3, 1, 1, 4]");
}

TEST(ElementwiseSupportTest, RunTimeIntegersAreRefused) {
  EXPECT_EQ(NodeUnderTest(Find("NEG"), {}, {RunTime(Integers({1}, {1}))}).GpuSupport().got, "int32");
}

TEST(ElementwiseStepTest, ReadsTheOtherOperandAtTheValuesPlace) {
  const NodeUnderTest sub =
      NodeUnderTest(Find("SUB"), {}, {RunTime(Floats({2}, {1, 2})), RunTime(Floats({2}, {3, 4}))});
  const auto left_at_hand = Find("SUB").step(sub.view(), 0);
  EXPECT_THAT(left_at_hand->text, HasSubstr("left = value;\n  float4 right = other_read(b, x, y, slice);"));
  EXPECT_EQ(left_at_hand->reads.at(0).value, &sub.view().input(1));
  const auto right_at_hand = Find("SUB").step(sub.view(), 1);
  EXPECT_THAT(right_at_hand->text, HasSubstr("left = other_read(b, x, y, slice);\n  float4 right = value;"));
  EXPECT_EQ(right_at_hand->reads.at(0).value, &sub.view().input(0));
}

TEST(ElementwiseStepTest, AConstantScalarIsALiteral) {
  const NodeUnderTest mul =
      NodeUnderTest(Find("MUL"), {}, {RunTime(Floats({2}, {1, 2})), Constant(Floats({1, 1}, {0.5f}))});
  const auto step = Find("MUL").step(mul.view(), 0);
  EXPECT_THAT(step->text, HasSubstr("float4 right = FLOAT4(OTHER);"));
  EXPECT_EQ(step->definitions.at(0).value, "0.5");
  EXPECT_TRUE(step->reads.empty());
}

TEST(ElementwiseStepTest, NotANumberHasNoLiteral) {
  const float nan = std::nanf("");
  const NodeUnderTest mul =
      NodeUnderTest(Find("MUL"), {}, {RunTime(Floats({2}, {1, 2})), Constant(Floats({1}, {nan}))});
  EXPECT_EQ(Find("MUL").step(mul.view(), 0)->reads.size(), 1u);
}

TEST(ElementwiseStepTest, OneValueMayBeBothOperands) {
  const NodeUnderTest mul = NodeUnderTest(Find("MUL"), {}, {RunTime(Floats({2}, {1, 2})), FirstAgain()});
  for (const int slot : {0, 1}) {
    const auto step = Find("MUL").step(mul.view(), slot);
    EXPECT_THAT(step->text, HasSubstr("left = value;\n  float4 right = value;"));
    EXPECT_TRUE(step->reads.empty());
  }
}

TEST(ElementwiseParseTest, ArityIsChecked) {
  flatbuffers::FlatBufferBuilder builder;
  EXPECT_FALSE(ParseInFile(Find("ADD"), builder, {.inputs = {{}}}));
  EXPECT_FALSE(ParseInFile(Find("RELU"), builder, {.inputs = {{}, {}}}));
  EXPECT_FALSE(ParseInFile(Find("RELU"), builder, {.inputs = {{}}, .outputs = {}}));
  EXPECT_TRUE(ParseInFile(Find("ADD"), builder, {.inputs = {{}, {}}}));
}

TEST(ElementwiseParseTest, LeakyReluHasASlope) {
  flatbuffers::FlatBufferBuilder builder;
  const auto options = schema::CreateLeakyReluOptions(builder, 0.25f).Union();
  const auto attributes =
      ParseInFile(Find("LEAKY_RELU"), builder,
                  {.inputs = {{}}, .options_type = schema::BuiltinOptions_LeakyReluOptions, .options = options});
  ASSERT_TRUE(attributes.has_value());
  EXPECT_EQ(std::any_cast<LeakyReluAttributes>(*attributes).alpha, 0.25f);
}

TEST(ElementwiseTableTest, EveryRowIsComplete) {
  for (const OperatorDef& def : ElementwiseOperators()) {
    EXPECT_GE(def.cases().size(), 8u) << def.name;
    for (const OperatorCase& operator_case : def.cases()) {
      std::vector<NodeInput> inputs;
      for (const CaseInput& input : operator_case.inputs) inputs.push_back(RunTime(HostTensor({.shape = input.shape})));
      NodeUnderTest node(def, operator_case.attributes, inputs);
      EXPECT_EQ(node.Run().shape(), node.InferredShape()) << def.name << operator_case.name;
      EXPECT_TRUE(node.GpuSupport().ok()) << def.name << operator_case.name;
    }
  }
}

}  // namespace
}  // namespace mica::ops
