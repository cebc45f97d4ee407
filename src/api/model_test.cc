// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "mica/mica.hpp"

namespace mica {
namespace {

using ::testing::HasSubstr;

std::string PathOf(const std::string& network) {
  return MICA_TEST_MODELS "/" + network + "/model.tflite";
}

TEST(ModelTest, TellsWhatTheFileTells) {
  const Result<Model> model = Model::Load(PathOf("mobile_block"));
  ASSERT_TRUE(model) << model.error().message();
  EXPECT_EQ(model->name(), PathOf("mobile_block"));
  EXPECT_GT(model->size_bytes(), 1000u);
  ASSERT_EQ(model->inputs().size(), 1u);
  const TensorInfo& input = model->inputs()[0];
  EXPECT_EQ(input.type, DataType::kFloat32);
  std::size_t elements = 1;
  for (const int size : input.shape) elements *= static_cast<std::size_t>(size);
  EXPECT_EQ(input.size_bytes, elements * sizeof(float));
}

TEST(ModelTest, TellsWhatEachOperatorCosts) {
  const Result<Model> model = Model::Load(PathOf("mobile_block"));
  ASSERT_TRUE(model) << model.error().message();
  bool has_convolution = false;
  for (const OperatorInfo& op : model->operators()) {
    EXPECT_TRUE(op.on_gpu) << op.name << ": " << op.reason;
    EXPECT_FALSE(op.outputs.empty()) << op.name;
    if (op.name != "CONV_2D") continue;
    has_convolution = true;
    EXPECT_GT(op.multiply_adds, 0);
    EXPECT_GT(op.weight_bytes, 0u);
  }
  EXPECT_TRUE(has_convolution);
}

TEST(ModelTest, TellsMetadata) {
  const Result<Model> model = Model::Load(PathOf("with_metadata"));
  ASSERT_TRUE(model) << model.error().message();
  EXPECT_FALSE(model->inputs()[0].mean.empty());
  EXPECT_EQ(model->inputs()[0].mean.size(), model->inputs()[0].stddev.size());
  EXPECT_FALSE(model->outputs()[0].labels.empty());
}

TEST(ModelTest, AFileThatIsNotThereCannotBeOpened) {
  const Result<Model> model = Model::Load("/no/such/file.tflite");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code(), StatusCode::kIo);
  EXPECT_THAT(model.error().message(), HasSubstr("cannot be opened"));
}

TEST(ModelTest, BytesThatAreNoModelAreRefused) {
  const std::vector<std::byte> bytes(100, std::byte{7});
  const Result<Model> model = Model::Parse(bytes, "noise");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code(), StatusCode::kInvalidModel);
}

TEST(ListTest, OperatorsAndPassesHaveNames) {
  const std::vector<KnownOperator> operators = ListOperators();
  const auto find = [&](std::string_view name) { return std::ranges::find(operators, name, &KnownOperator::name); };
  ASSERT_NE(find("CONV_2D"), operators.end());
  EXPECT_FALSE(find("CONV_2D")->is_step);
  EXPECT_GT(find("CONV_2D")->cases, 10);
  ASSERT_NE(find("RELU"), operators.end());
  EXPECT_TRUE(find("RELU")->is_step);
  EXPECT_THAT(ListPasses(), testing::Contains("merge_padding"));
}

}  // namespace
}  // namespace mica
