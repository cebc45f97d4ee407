// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/pad/pad.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const HostTensor& Square() {
  static const HostTensor square = Floats({2, 2}, {0, 1, 2, 3});
  return square;
}

NodeUnderTest Pad(HostTensor source, HostTensor paddings) {
  return NodeUnderTest(kPad, {}, {RunTime(std::move(source)), Constant(std::move(paddings))});
}

NodeUnderTest PadV2(HostTensor source, HostTensor paddings, HostTensor fill) {
  return NodeUnderTest(kPadV2, {},
                       {RunTime(std::move(source)), Constant(std::move(paddings)), Constant(std::move(fill))});
}

TEST(PadTest, AgreesWithLiteRt) {
  EXPECT_THAT(Pad(Square(), Integers({2, 2}, {1, 0, 0, 2})).RunFloats(),
              ElementsAre(0, 0, 0, 0, 0, 1, 0, 0, 2, 3, 0, 0));
  EXPECT_THAT(PadV2(Square(), Integers({2, 2}, {1, 0, 0, 2}), Floats({}, {7})).RunFloats(),
              ElementsAre(7, 7, 7, 7, 0, 1, 7, 7, 2, 3, 7, 7));
  const auto small = MakeTensor<std::int8_t>(DataType::kInt8, {2, 2}, {1, 0, 0, 2});
  EXPECT_EQ(Pad(Square(), small).InferredShape(), Shape({3, 4}));
  const auto large = MakeTensor<std::int64_t>(DataType::kInt64, {2, 2}, {1, 0, 0, 2});
  EXPECT_EQ(Pad(Square(), large).InferredShape(), Shape({3, 4}));
}

TEST(PadTest, AnEmptySourceGivesNothingButPadding) {
  EXPECT_THAT(Pad(HostTensor({.shape = {0, 2}}), Integers({2, 2}, {1, 0, 0, 1})).RunFloats(), ElementsAre(0, 0, 0));
}

TEST(PadTest, QuantizedTensorsArePaddedWithTheirZeroPoint) {
  graph::Graph graph;
  const graph::TensorDesc desc{.type = DataType::kInt8, .shape = {1}, .quantization = {{0.5f}, {-3}}};
  const HostTensor paddings = Integers({1, 2}, {1, 0});
  const HostTensor source = MakeTensor<std::int8_t>(DataType::kInt8, {1}, {9});
  graph::Value& constant = graph.AddConstant("paddings", paddings.desc(),
                                             graph::Constant::Own({paddings.bytes().begin(), paddings.bytes().end()}));
  graph::Value& result = graph.AddValue("result", desc);
  const graph::Node& node = graph.AddNode("PAD", {}, {&graph.AddValue("source", desc), &constant}, {&result});
  ASSERT_TRUE(kPad.infer_shapes(NodeView(node), {&result.desc, 1}).ok());

  std::vector<HostTensor> outputs = {HostTensor(result.desc)};
  const std::vector<const HostTensor*> inputs = {&source, &paddings};
  kPad.reference(NodeView(node), inputs, outputs);
  EXPECT_THAT(outputs[0].data<std::int8_t>(), ElementsAre(-3, 9));
}

TEST(PadTest, PaddingsOfTheWrongShapeAreInvalid) {
  EXPECT_THAT(Pad(Square(), Integers({4}, {1, 0, 0, 2})).Infer().message(), HasSubstr("must have the shape [2, 2]"));
  EXPECT_EQ(Pad(Square(), Integers({1, 2}, {1, 0})).Infer().code(), StatusCode::kInvalidModel);
}

TEST(PadTest, NegativeAndHugePaddingsAreRefused) {
  constexpr int kHuge = std::numeric_limits<int>::max();
  EXPECT_EQ(Pad(Square(), Integers({2, 2}, {-1, 0, 0, 2})).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_FALSE(Pad(Square(), Integers({2, 2}, {kHuge, kHuge, 0, 0})).Infer().ok());
  EXPECT_FALSE(Pad(Square(), Integers({2, 2}, {1 << 16, 0, 1 << 16, 0})).Infer().ok());
  EXPECT_FALSE(Pad(HostTensor({.shape = {0, 2}}), Integers({2, 2}, {0, 0, kHuge, kHuge})).Infer().ok());
}

TEST(PadTest, TheValueMustBeOneOfTheSourcesType) {
  EXPECT_FALSE(PadV2(Square(), Integers({2, 2}, {1, 0, 0, 2}), Floats({2}, {7, 8})).Infer().ok());
  EXPECT_FALSE(PadV2(Square(), Integers({2, 2}, {1, 0, 0, 2}), Integers({}, {7})).Infer().ok());
  EXPECT_TRUE(PadV2(Square(), Integers({2, 2}, {1, 0, 0, 2}), Floats({1}, {7})).Infer().ok());
}

TEST(PadTest, ValuesComputedAtRunTimeAreForTheCpu) {
  NodeUnderTest pad(kPadV2, {},
                    {RunTime(Square()), Constant(Integers({2, 2}, {1, 0, 0, 2})), RunTime(Floats({}, {7}))});
  EXPECT_THAT(pad.RunFloats(), ElementsAre(7, 7, 7, 7, 0, 1, 7, 7, 2, 3, 7, 7));
  EXPECT_EQ(pad.GpuSupport().got, "input 2 computed at run time");
}

TEST(PadTest, NoKernelTextHoldsInfinity) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(PadV2(Square(), Integers({2, 2}, {1, 0, 0, 2}), Floats({}, {infinity})).GpuSupport().got, "inf");
}

TEST(PadTest, PassesReadPaddingsAndValue) {
  NodeUnderTest pad = PadV2(Square(), Integers({2, 2}, {1, 0, 0, 2}), Floats({}, {7}));
  const Result<Paddings> paddings = PaddingsOf(pad.view());
  ASSERT_TRUE(paddings.has_value());
  EXPECT_THAT(paddings->before, ElementsAre(1, 0));
  EXPECT_THAT(paddings->after, ElementsAre(0, 2));
  EXPECT_EQ(FillOf(pad.view()), 7.0f);
}

TEST(PadTest, BothMayTakeOrLeaveOutTheValue) {
  for (const OperatorDef* def : {&kPad, &kPadV2}) {
    flatbuffers::FlatBufferBuilder two, three, four;
    EXPECT_TRUE(ParseInFile(*def, two, {.inputs = {{}, {}}}).has_value());
    EXPECT_TRUE(ParseInFile(*def, three, {.inputs = {{}, {}, {}}}).has_value());
    EXPECT_FALSE(ParseInFile(*def, four, {.inputs = {{}, {}, {}, {}}}).has_value());
  }
}

}  // namespace
}  // namespace mica::ops
