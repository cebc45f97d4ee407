// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "model/test_model.h"

// Each case breaks AddModel in one place; the sentence must name that place.
namespace mica::model {
namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();

struct BrokenCase {
  std::string name;
  std::function<void(TestModel&)> damage;
  std::string problem;
};

class BrokenModelTest : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenModelTest, IsRefusedWithItsSentence) {
  TestModel model = AddModel();
  GetParam().damage(model);
  EXPECT_EQ(ProblemOf(model), GetParam().problem);
}

const std::vector<BrokenCase> kGraphCases = {
    {"NoOutputs", [](TestModel& m) { m.outputs = {}; }, "the graph has no outputs."},
    {"InputOutOfRange", [](TestModel& m) { m.inputs = {2}; },
     "graph inputs: tensor #2 is missing; the graph has 2 tensors."},
    {"NegativeInput", [](TestModel& m) { m.inputs = {-1}; },
     "graph inputs: tensor #-1 is missing; the graph has 2 tensors."},
    {"InputTwice",
     [](TestModel& m) {
       m.inputs = {0, 0};
     },
     "graph inputs: tensor #0 (x) is an input twice."},
    {"InputOfOpenShape",
     [](TestModel& m) {
       m.tensors[0].shape = {1, -1};
     },
     "graph inputs: tensor #0 (x) is an input, and its shape is not fixed in the file."},
    {"InputWithData",
     [](TestModel& m) {
       m.tensors[0] = {.shape = {1}, .data = {0, 0, 0, 0}, .name = "x"};
     },
     "graph inputs: tensor #0 (x) is an input, and has data in the file."},
    {"OutputOutOfRange", [](TestModel& m) { m.outputs = {kMaxInt}; },
     "graph outputs: tensor #2147483647 is missing; the graph has 2 tensors."},
    {"OutputNeverComputed", [](TestModel& m) { m.operators.clear(); },
     "graph outputs: tensor #1 (y) has no data, and no operator computes it."},
    {"TooManyOutputs", [](TestModel& m) { m.outputs.assign(5000, 1); },
     "the graph has 5001 inputs and outputs; at most 4096 are possible."},
};

const std::vector<BrokenCase> kOperatorCases = {
    {"ReadsMissingTensor",
     [](TestModel& m) {
       m.operators[0].inputs = {0, 9};
     },
     "operator #0 (ADD): tensor #9 is missing; the graph has 2 tensors."},
    {"ReadsNegativeTensor",
     [](TestModel& m) {
       m.operators[0].inputs = {0, -2};
     },
     "operator #0 (ADD): tensor #-2 is missing; the graph has 2 tensors."},
    {"WritesMissingTensor", [](TestModel& m) { m.operators[0].outputs = {-1}; },
     "operator #0 (ADD): tensor #-1 is missing; the graph has 2 tensors."},
    {"ReadsItself",
     [](TestModel& m) {
       m.operators[0].inputs = {0, 1};
     },
     "operator #0 (ADD): tensor #1 (y) is read before operator #0 computes it."},
    {"Cycle",
     [](TestModel& m) {
       m.tensors.push_back({.shape = {1, 2, 2, 4}, .name = "z"});
       m.operators = {{.inputs = {0, 2}, .outputs = {1}}, {.inputs = {0, 1}, .outputs = {2}}};
     },
     "operator #0 (ADD): tensor #2 (z) is read before operator #1 computes it."},
    {"WritesTwice", [](TestModel& m) { m.operators.push_back(m.operators[0]); },
     "operator #1 (ADD): tensor #1 (y) is also computed by operator #0."},
    {"WritesAnInput", [](TestModel& m) { m.operators[0].outputs = {0}; },
     "operator #0 (ADD): tensor #0 (x) is computed, and is an input of the graph."},
    {"WritesAConstant",
     [](TestModel& m) {
       m.tensors[1] = {.shape = {1}, .data = {0, 0, 0, 0}, .name = "y"};
     },
     "operator #0 (ADD): tensor #1 (y) is computed, and has data in the file."},
    {"MissingCode", [](TestModel& m) { m.operators[0].opcode_index = 7; },
     "operator #0 (unknown): operator code #7 is missing; the file has 1."},
    {"NewerVersion", [](TestModel& m) { m.operators[0].version = 1000; },
     "operator #0 (ADD): version 1000 is not known; versions 1 to 6 are."},
    {"VersionZero", [](TestModel& m) { m.operators[0].version = 0; },
     "operator #0 (ADD): version 0 is not known; versions 1 to 6 are."},
    {"CustomWithoutName", [](TestModel& m) { m.operators[0].code = schema::BuiltinOperator_CUSTOM; },
     "operator code #0: it is a custom operator without a name."},
    {"NegativeCode", [](TestModel& m) { m.operators[0].code = static_cast<schema::BuiltinOperator>(-5); },
     "operator code #0: its number is -5."},
    {"OutputOfAnotherType", [](TestModel& m) { m.tensors[1].type = schema::TensorType_INT32; },
     "operator #0 (ADD): its output \"y\" is int32 in the file; its inputs make it float32."},
};

const std::vector<BrokenCase> kTensorCases = {
    {"BufferMissing", [](TestModel& m) { m.tensors[1].buffer = 99; },
     "tensor #1 (y): buffer #99 is missing; the file has 2 buffers."},
    {"ConstantTooShort",
     [](TestModel& m) {
       m.tensors.push_back({.shape = {4}, .data = {1, 2, 3}, .name = "c"});
     },
     "tensor #2 (c): it has 3 bytes of data; float32[4] needs 16."},
    {"ConstantTooLong",
     [](TestModel& m) {
       m.tensors.push_back({.shape = {1}, .type = schema::TensorType_INT4, .data = {1, 2}, .name = "c"});
     },
     "tensor #2 (c): it has 2 bytes of data; int4[1] needs 1."},
    {"ConstantOfOpenShape",
     [](TestModel& m) {
       m.tensors.push_back({.shape = {-1}, .data = {1, 2, 3, 4}, .name = "c"});
     },
     "tensor #2 (c): it has 4 bytes of data, and no known shape."},
    {"HugeShape",
     [](TestModel& m) {
       m.tensors[0].shape = {kMaxInt, kMaxInt, kMaxInt, kMaxInt};
     },
     "tensor #0 (x): the shape [2147483647, 2147483647, 2147483647, 2147483647] has more than 2147483647 elements."},
    {"FourGibibytes",
     [](TestModel& m) {
       m.tensors[0].shape = {65536, 65536};
     },
     "tensor #0 (x): the shape [65536, 65536] has more than 2147483647 elements."},
    {"NegativeDimension",
     [](TestModel& m) {
       m.tensors[0].shape = {1, std::numeric_limits<int>::min()};
     },
     "tensor #0 (x): a dimension has the size -2147483648."},
    {"RankNine", [](TestModel& m) { m.tensors[0].shape.assign(9, 1); },
     "tensor #0 (x): it has 9 dimensions; up to 8 are possible."},
    {"UnknownType", [](TestModel& m) { m.tensors[0].type = static_cast<schema::TensorType>(100); },
     "tensor #0 (x): the element type 100 (unnamed) is not known."},
    {"TypeWithoutSupport", [](TestModel& m) { m.tensors[0].type = schema::TensorType_BFLOAT16; },
     "tensor #0 (x): the element type 18 (BFLOAT16) is not known."},
    {"DataInAnotherFile", [](TestModel& m) { m.tensors[0].external_buffer = 1; },
     "tensor #0 (x): its data lies in another file."},
    {"ScalesOfWrongCount",
     [](TestModel& m) {
       m.tensors[0].scales = {1, 1, 1};
       m.tensors[0].quantized_dimension = 3;
     },
     "tensor #0 (x): it has 3 quantization scales; dimension 3 of [1, 2, 2, 4] needs 1 or 4."},
    {"QuantizedDimensionMissing",
     [](TestModel& m) {
       m.tensors[0].scales = {1, 1, 1};
       m.tensors[0].quantized_dimension = 4;
     },
     "tensor #0 (x): it is quantized along dimension 4; its shape is [1, 2, 2, 4]."},
    {"ZeroPointsOfWrongCount",
     [](TestModel& m) {
       m.tensors[0].scales = {1, 1, 1, 1};
       m.tensors[0].zero_points = {0, 0};
     },
     "tensor #0 (x): it has 4 quantization scales and 2 zero points."},
    {"InfiniteScale", [](TestModel& m) { m.tensors[0].scales = {std::numeric_limits<float>::infinity()}; },
     "tensor #0 (x): a quantization scale is not a finite number."},
};

std::string NameOf(const testing::TestParamInfo<BrokenCase>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Graph, BrokenModelTest, testing::ValuesIn(kGraphCases), NameOf);
INSTANTIATE_TEST_SUITE_P(Operator, BrokenModelTest, testing::ValuesIn(kOperatorCases), NameOf);
INSTANTIATE_TEST_SUITE_P(Tensor, BrokenModelTest, testing::ValuesIn(kTensorCases), NameOf);

// Thousands of tensors that are one and the same table with a long name: 40 KB that claim 100 MB.
TEST(CopyBudgetTest, SharedTablesCannotExplode) {
  flatbuffers::FlatBufferBuilder builder;
  const std::string name(20'000, 'n');
  const std::vector<int> shape = {1};
  const auto tensor = schema::CreateTensorDirect(builder, &shape, schema::TensorType_FLOAT32, 0, name.c_str());
  const std::vector<flatbuffers::Offset<schema::Tensor>> tensors(5'000, tensor);
  const std::vector<int> ends = {0};
  const std::vector graphs = {schema::CreateSubGraphDirect(builder, &tensors, &ends, &ends)};
  const std::vector buffers = {schema::CreateBuffer(builder)};
  builder.Finish(schema::CreateModelDirect(builder, 3, nullptr, &graphs, nullptr, &buffers), schema::ModelIdentifier());
  const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));

  const auto model = ImportBytes({bytes.begin(), bytes.end()});

  ASSERT_FALSE(model.has_value());
  EXPECT_THAT(model.error().message(), testing::HasSubstr("the file expands to more than 16 times its size"));
}

}  // namespace
}  // namespace mica::model
