// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/concatenation/concatenation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

NodeUnderTest Join(int axis, const std::vector<Shape>& shapes) {
  std::vector<NodeInput> inputs;
  for (const Shape& shape : shapes) {
    HostTensor tensor({.shape = shape});
    std::iota(tensor.data<float>().begin(), tensor.data<float>().end(), 0.0f);
    inputs.push_back(RunTime(std::move(tensor)));
  }
  return NodeUnderTest(kConcatenation, ConcatenationAttributes{axis}, std::move(inputs));
}

std::size_t KernelCount(int axis, const std::vector<Shape>& shapes) {
  return Join(axis, shapes).Lower().size();
}

TEST(ConcatenationTest, AgreesWithLiteRt) {
  EXPECT_THAT(Join(1, {{2, 3}, {2, 1}}).RunFloats(), ElementsAre(0, 1, 2, 0, 3, 4, 5, 1));
  EXPECT_THAT(Join(-2, {{2, 3}, {1, 3}}).RunFloats(), ElementsAre(0, 1, 2, 3, 4, 5, 0, 1, 2));
  EXPECT_THAT(Join(0, {{0, 3}, {1, 3}}).RunFloats(), ElementsAre(0, 1, 2));
  EXPECT_EQ(Join(0, {{1, 1, 1, 1, 2, 2}, {1, 1, 1, 1, 2, 2}}).InferredShape(), Shape({2, 1, 1, 1, 2, 2}));
}

TEST(ConcatenationTest, InputsThatDoNotFitAreInvalid) {
  EXPECT_THAT(Join(1, {{2, 3}, {1, 3}}).Infer().message(), HasSubstr("differ in more than axis 1"));
  EXPECT_EQ(Join(0, {{2, 3}, {2}}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Join(2, {{2, 3}}).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(Join(0, {{}, {}}).Infer().code(), StatusCode::kInvalidModel);
}

TEST(ConcatenationTest, SumsThatNoIntHoldsAreRefused) {
  graph::Graph graph;
  graph::Value& huge = graph.AddValue("huge", {.shape = {1 << 30}});
  graph::Value& result = graph.AddValue("result", {});
  const graph::Node& node =
      graph.AddNode("CONCATENATION", ConcatenationAttributes{0}, {&huge, &huge, &huge}, {&result});
  EXPECT_EQ(kConcatenation.infer_shapes(NodeView(node), {&result.desc, 1}).code(), StatusCode::kUnsupported);
}

TEST(ConcatenationTest, DifferentTypesAndScalesAreNotSupported) {
  NodeUnderTest types(kConcatenation, ConcatenationAttributes{0},
                      {RunTime(Floats({1}, {1})), RunTime(Integers({1}, {1}))});
  EXPECT_EQ(types.Infer().code(), StatusCode::kUnsupported);
  const HostTensor fine({.type = DataType::kUint8, .shape = {1}, .quantization = {{0.5f}, {0}}});
  const HostTensor coarse({.type = DataType::kUint8, .shape = {1}, .quantization = {{1.0f}, {0}}});
  NodeUnderTest scales(kConcatenation, ConcatenationAttributes{0}, {RunTime(fine), RunTime(coarse)});
  EXPECT_EQ(scales.Infer().code(), StatusCode::kUnsupported);
}

TEST(ConcatenationTest, EveryKernelFitsFourBindings) {
  for (const KernelRequest& kernel : Join(1, std::vector<Shape>(11, Shape{2, 1})).Lower()) {
    EXPECT_LE(kernel.reads.size() + kernel.writes.size(), 4u);
  }
}

TEST(ConcatenationTest, ThreeInputsAreOneKernel) {
  EXPECT_EQ(KernelCount(1, {{2, 4}, {2, 8}, {2, 3}}), 1u);
  EXPECT_EQ(KernelCount(1, {{2, 1}, {2, 2}, {2, 3}}), 1u);
  EXPECT_EQ(KernelCount(0, {{2, 5}, {1, 5}, {3, 5}}), 1u);
}

TEST(ConcatenationTest, OnlyInputsThatShareSlicesGoThroughScratch) {
  const auto scratch_writes = [](NodeUnderTest node) {
    return std::ranges::count_if(
        node.Lower(), [&](const KernelRequest& kernel) { return kernel.writes[0].value != &node.view().output(0); });
  };
  EXPECT_EQ(scratch_writes(Join(1, {{2, 4}, {2, 4}, {2, 4}, {2, 4}, {2, 3}})), 0);
  EXPECT_EQ(scratch_writes(Join(0, {{2, 5}, {1, 5}, {3, 5}, {1, 5}})), 0);
  EXPECT_EQ(scratch_writes(Join(1, {{2, 1}, {2, 2}, {2, 3}, {2, 1}})), 1);
}

TEST(ConcatenationTest, ParseReadsAxisAndActivation) {
  flatbuffers::FlatBufferBuilder builder;
  const auto options = schema::CreateConcatenationOptions(builder, -1, schema::ActivationFunctionType_RELU6);
  const auto parsed = ParseInFile(
      kConcatenation, builder,
      {.inputs = {{}, {}}, .options_type = schema::BuiltinOptions_ConcatenationOptions, .options = options.Union()});
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(std::any_cast<ConcatenationAttributes>(*parsed).axis, -1);

  flatbuffers::FlatBufferBuilder empty;
  EXPECT_FALSE(ParseInFile(kConcatenation, empty, {.inputs = {}}).has_value());
}

}  // namespace
}  // namespace mica::ops
