// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator/operator_def.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

class CheckArityTest : public testing::Test {
 protected:
  Status Check(std::vector<const graph::TensorDesc*> inputs) const {
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(schema::OperatorBuilder(builder).Finish());
    const auto* table = flatbuffers::GetRoot<schema::Operator>(builder.GetBufferPointer());
    return CheckArity(OperatorReader(*table, "ADD", 1, std::move(inputs), {&desc_}), 2, 1);
  }

  graph::TensorDesc desc_;
};

TEST_F(CheckArityTest, WantsEveryInput) {
  EXPECT_TRUE(Check({&desc_, &desc_}).ok());
  EXPECT_EQ(Check({&desc_}).message(), "1 inputs are given; 2 are needed.");
  EXPECT_EQ(Check({&desc_, nullptr}).message(), "input 1 is left out; it is not optional.");
}

class FloatTensorsOnlyTest : public testing::Test {
 protected:
  Support Ask() const { return FloatTensorsOnly(NodeView(node_), {}); }

  graph::Graph graph_;
  graph::Value& x_ = graph_.AddValue("x", {.shape = {4}});
  graph::Value& sizes_ = graph_.AddConstant("sizes", {.type = DataType::kInt32, .shape = {2}}, {});
  graph::Value& y_ = graph_.AddValue("y", {.shape = {4}});
  graph::Node& node_ = graph_.AddNode("OP", {}, {&x_, &sizes_, nullptr}, {&y_});
};

TEST_F(FloatTensorsOnlyTest, ConstantsMayBeIntegers) {
  EXPECT_TRUE(Ask().ok());
}

TEST_F(FloatTensorsOnlyTest, RunTimeTensorsMayNot) {
  x_.desc.type = DataType::kInt8;
  EXPECT_EQ(Ask().got, "int8");
  x_.desc.type = DataType::kFloat32;
  y_.desc.type = DataType::kInt32;
  EXPECT_EQ(Ask().got, "int32");
  EXPECT_EQ(Ask().allowed, "float32");
}

}  // namespace
}  // namespace mica
