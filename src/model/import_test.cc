// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/test_model.h"

namespace mica::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ImportTest, NodesFollowTheFile) {
  const auto model = ImportTest(AddModel());

  ASSERT_TRUE(model.has_value()) << model.error().message();
  ASSERT_THAT(model->graph.NodesInOrder(), SizeIs(1));
  const graph::Node& add = *model->graph.NodesInOrder()[0];
  EXPECT_EQ(add.op, "ADD");
  EXPECT_THAT(add.origins, ElementsAre(0));
  EXPECT_THAT(add.inputs, ElementsAre(model->graph.inputs[0], model->graph.inputs[0]));
  EXPECT_THAT(add.outputs, ElementsAre(model->graph.outputs[0]));
  EXPECT_EQ(model->graph.outputs[0]->desc.shape, Shape({1, 2, 2, 4}));
  EXPECT_EQ(model->operators[0].name, "ADD");
  EXPECT_EQ(model->description, "made by a test");
  EXPECT_EQ(model->version, 3);
  EXPECT_TRUE(graph::Verify(model->graph).ok());
}

TEST(ImportTest, FusedActivationBecomesANode) {
  TestModel source = AddModel();
  source.operators[0].activation = schema::ActivationFunctionType_RELU6;

  const auto model = ImportTest(source);

  ASSERT_TRUE(model.has_value()) << model.error().message();
  const std::vector<graph::Node*> nodes = model->graph.NodesInOrder();
  ASSERT_THAT(nodes, SizeIs(2));
  EXPECT_EQ(nodes[0]->op, "ADD");
  EXPECT_EQ(nodes[1]->op, "RELU6");
  EXPECT_THAT(nodes[1]->origins, ElementsAre(0));
  EXPECT_EQ(nodes[1]->inputs[0], nodes[0]->outputs[0]);
  EXPECT_EQ(nodes[1]->outputs[0], model->graph.outputs[0]);
  EXPECT_EQ(model->graph.outputs[0]->name, "y");
  EXPECT_EQ(model->graph.outputs[0]->desc.shape, Shape({1, 2, 2, 4}));
}

TEST(ImportTest, SignBitIsAnOpaqueActivation) {
  TestModel source = AddModel();
  source.operators[0].activation = schema::ActivationFunctionType_SIGN_BIT;
  const auto model = ImportTest(source);
  ASSERT_TRUE(model.has_value()) << model.error().message();
  EXPECT_EQ(model->graph.NodesInOrder()[1]->op, "SIGN_BIT");
}

TEST(ImportTest, UnknownActivationIsRefused) {
  TestModel source = AddModel();
  source.operators[0].activation = static_cast<schema::ActivationFunctionType>(77);
  EXPECT_EQ(ProblemOf(source), "operator #0 (ADD): the activation number 77 is not known.");
}

TEST(ImportTest, ConstantsStayInTheFile) {
  TestModel source = AddModel();
  source.tensors.push_back({.shape = {4}, .data = std::vector<std::uint8_t>(16, 9), .name = "bias"});
  source.operators[0].inputs = {0, 2};
  const std::vector<std::byte> bytes = Serialize(source);
  auto shared = std::make_shared<const std::vector<std::byte>>(bytes);
  const std::weak_ptr<const void> watched = shared;
  auto file = ModelFile::Parse(*shared, shared);
  ASSERT_TRUE(file.has_value());
  const std::byte* begin = shared->data();
  shared.reset();

  auto model = Import(*std::move(file));

  ASSERT_TRUE(model.has_value()) << model.error().message();
  const graph::Value& bias = *model->graph.NodesInOrder()[0]->inputs[1];
  ASSERT_TRUE(bias.is_constant());
  EXPECT_GE(bias.constant->bytes().data(), begin);
  EXPECT_LT(bias.constant->bytes().data(), begin + bytes.size());
  EXPECT_FALSE(watched.expired());
  model->graph = graph::Graph();
  EXPECT_TRUE(watched.expired());
}

TEST(ImportTest, UnknownOperatorsAreOpaque) {
  TestModel source = AddModel();
  source.operators = {
      {.code = schema::BuiltinOperator_CUSTOM, .inputs = {0, -1}, .outputs = {2}, .custom = "Bend\x1b"},
      {.code = schema::BuiltinOperator_WHILE, .inputs = {2}, .outputs = {3}, .version = 99},
      {.code = static_cast<schema::BuiltinOperator>(5000), .inputs = {3}, .outputs = {1}},
  };
  source.tensors.push_back({.shape = {3}, .type = schema::TensorType_STRING});
  source.tensors.push_back({.shape = {}, .type = schema::TensorType_INT4});

  const auto model = ImportTest(source);

  ASSERT_TRUE(model.has_value()) << model.error().message();
  const std::vector<graph::Node*> nodes = model->graph.NodesInOrder();
  ASSERT_THAT(nodes, SizeIs(3));
  EXPECT_EQ(nodes[0]->op, "CUSTOM:Bend?");
  EXPECT_EQ(nodes[0]->inputs[1], nullptr);
  EXPECT_FALSE(nodes[0]->attributes.has_value());
  EXPECT_EQ(nodes[1]->op, "WHILE");
  EXPECT_EQ(nodes[2]->op, "BUILTIN_5000");
  EXPECT_EQ(nodes[1]->outputs[0]->desc.type, DataType::kInt4);
  EXPECT_EQ(model->operators[0].inputs, (std::vector<int>{model->graph.inputs[0]->id, -1}));
}

TEST(ImportTest, ShapesAreInferredWhereTheFileLeavesThemOpen) {
  TestModel source = AddModel();
  source.tensors[1].shape = {-1, 2, 2, 4};
  const auto model = ImportTest(source);
  ASSERT_TRUE(model.has_value()) << model.error().message();
  EXPECT_EQ(model->graph.outputs[0]->desc.shape, Shape({1, 2, 2, 4}));
}

TEST(ImportTest, OpenShapeBehindAnOpaqueOperatorIsRefused) {
  TestModel source = AddModel();
  source.operators[0].code = schema::BuiltinOperator_WHILE;
  source.tensors[1].shape = {0, 2};
  EXPECT_EQ(ProblemOf(source), "operator #0 (WHILE): the shape of its output \"y\" is not known before a run.");
}

TEST(ImportTest, ShapeThatARunDecidesIsNotBlamedOnTheModel) {
  TestModel source = AddModel();
  source.tensors.push_back({.shape = {5}, .data = std::vector<std::uint8_t>(20), .name = "constant"});
  source.tensors.push_back({.shape = {}, .name = "decided_by_a_run"});
  source.operators = {{.code = schema::BuiltinOperator_WHILE, .inputs = {0}, .outputs = {3}},
                      {.inputs = {3, 0}, .outputs = {4}},
                      {.inputs = {4, 2}, .outputs = {1}}};
  source.tensors.push_back({.shape = {1, 2, 2, 4}, .name = "sum"});
  EXPECT_EQ(ProblemOf(source), "operator #2 (ADD): the shape of its input \"sum\" is not known before a run.");
}

TEST(ImportTest, QuantizedOperatorMayWriteOtherIntegersThanItReads) {
  TestModel source = AddModel();
  source.tensors[0].type = schema::TensorType_INT8;
  source.tensors[0].scales = {0.5f};
  source.tensors[1].type = schema::TensorType_INT16;
  source.tensors[1].scales = {0.25f};
  const auto model = ImportTest(source);
  ASSERT_TRUE(model.has_value()) << model.error().message();
  EXPECT_EQ(model->graph.outputs[0]->desc.type, DataType::kInt16);
}

TEST(ImportTest, VariablesAndSparseConstantsComeFromOpaqueNodes) {
  TestModel source = AddModel();
  source.operators = {{.code = schema::BuiltinOperator_SVDF, .inputs = {0, 2, 3}, .outputs = {1}}};
  source.tensors.push_back({.shape = {1, 8}, .name = "state", .is_variable = true});
  source.tensors.push_back({.shape = {64, 64}, .data = {1, 2, 3}, .name = "weights", .is_sparse = true});

  const auto model = ImportTest(source);

  ASSERT_TRUE(model.has_value()) << model.error().message();
  const std::vector<graph::Node*> nodes = model->graph.NodesInOrder();
  ASSERT_THAT(nodes, SizeIs(3));
  EXPECT_EQ(nodes[0]->op, "VARIABLE");
  EXPECT_EQ(nodes[1]->op, "SPARSE_CONSTANT");
  EXPECT_THAT(nodes[1]->origins, ElementsAre(0));
  EXPECT_TRUE(graph::Verify(model->graph).ok());
}

TEST(ImportTest, QuantizationIsRead) {
  TestModel source = AddModel();
  source.operators[0].code = schema::BuiltinOperator_WHILE;
  source.tensors[0].scales = {0.5f, 0.25f};
  source.tensors[0].quantized_dimension = 1;
  source.tensors[0].zero_points = {3};
  const auto model = ImportTest(source);
  ASSERT_TRUE(model.has_value()) << model.error().message();
  const graph::Quantization& quantization = model->graph.inputs[0]->desc.quantization;
  EXPECT_THAT(quantization.scales, ElementsAre(0.5f, 0.25f));
  EXPECT_THAT(quantization.zero_points, ElementsAre(3, 3));
  EXPECT_EQ(quantization.axis, 1);
}

TEST(ImportTest, SignaturesNameInputsAndOutputs) {
  TestModel source = AddModel();
  source.signatures = {{"serving_default", "image", 0, "result", 1}, {"broken", "image", 1, "result", 1}};
  const auto model = ImportTest(source);
  ASSERT_TRUE(model.has_value()) << model.error().message();
  ASSERT_THAT(model->signatures, SizeIs(1));
  EXPECT_EQ(model->signatures[0].key, "serving_default");
  EXPECT_EQ(model->signatures[0].inputs[0].name, "image");
  EXPECT_EQ(model->signatures[0].inputs[0].position, 0);
  EXPECT_EQ(model->signatures[0].outputs[0].name, "result");
  EXPECT_THAT(model->warnings,
              ElementsAre("the signature \"broken\" is left out: the input \"image\" is tensor #1, which "
                          "is no input of the graph."));
}

TEST(ImportTest, OutputMayBeAnInputAndMayStandTwice) {
  TestModel source = AddModel();
  source.outputs = {1, 0, 1};
  const auto model = ImportTest(source);
  ASSERT_TRUE(model.has_value()) << model.error().message();
  EXPECT_EQ(model->graph.outputs[1], model->graph.inputs[0]);
  EXPECT_EQ(model->graph.outputs[0], model->graph.outputs[2]);
  EXPECT_THAT(model->warnings, IsEmpty());
}

}  // namespace
}  // namespace mica::model
