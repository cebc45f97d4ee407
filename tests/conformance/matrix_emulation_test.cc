// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Kernels with cooperative matrices on GPUs that have none: in the programs of a plan the matrices are replaced by
// plain loops that read the same elements. All else, from staging to adding up the parts, runs as it is.
#include <gtest/gtest.h>

#include <random>

#include "backend/vulkan/vulkan.h"
#include "engine/comparison.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/graph_under_test.h"
#include "plan/planner.h"
#include "reference/reference.h"
#include "runtime/executable.h"

namespace mica::conformance {
namespace {

// A lane of 32 holds 8 of the 256 sums; a matrix to multiply is where it begins and how far its rows lie apart.
constexpr std::string_view kEmulatedTypes = R"(
struct Sums { float e[8]; };
#define SUBGROUP (int(gl_LocalInvocationID.x) / 32)
#define HALF_MATRIX ivec2
#define FLOAT_MATRIX Sums
#define ZERO_MATRIX Sums(float[8](0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
#define LOAD_MATRIX(matrix, array, offset, stride) matrix = ivec2(offset, stride)
#define MULTIPLY_ADD(a, b, sum) multiply_add(a, b, sum)
#define ELEMENT(i) (int(gl_LocalInvocationID.x) % 32 * 8 + i)
#define STORE_MATRIX(matrix, array, offset, stride) \
  for (int i_ = 0; i_ < 8; ++i_) array[(offset) + ELEMENT(i_) / 16 * (stride) + ELEMENT(i_) % 16] = matrix.e[i_]
)";

constexpr std::string_view kEmulatedProduct = R"(
Sums multiply_add(ivec2 a, ivec2 b, Sums sums) {
  for (int i = 0; i < 8; ++i) {
    int row = ELEMENT(i) / 16;
    int column = ELEMENT(i) % 16;
    for (int k = 0; k < 16; ++k) {
      int left = (a.x + row * a.y) * 4 + k;
      int right = (b.x + k * b.y) * 4 + column;
      sums.e[i] += unpack4(staged[left / 4])[left % 4] * unpack4(constants_data[right / 4])[right % 4];
    }
  }
  return sums;
}
)";

// Lines of the program that speak of matrices go; the emulation comes in their place.
std::string Emulate(const std::string& text) {
  std::istringstream lines(text);
  std::string emulated;
  for (std::string line; std::getline(lines, line);) {
    const bool is_matrix = line.starts_with("#extension") || line.starts_with("#define SUBGROUP") ||
                           line.find("_MATRIX") < 20 || line.starts_with("#define MULTIPLY_ADD");
    if (line.starts_with("#") && is_matrix) continue;
    if (line.starts_with("layout(local_size_x")) emulated += kEmulatedTypes;
    if (line.starts_with("void main()")) emulated += kEmulatedProduct;
    emulated += line + "\n";
  }
  return emulated;
}

class MatrixEmulationTest : public testing::Test {
 protected:
  graph::Value& Conv(graph::Value& image, Shape weights, ops::Window2d window = {}) {
    return test_.Add("CONV_2D", {&image, &Numbers(weights, 0.2f), &Numbers({weights[0]}, 1.0f)},
                     ops::Conv2dAttributes{window});
  }
  graph::Value& Depthwise(graph::Value& image, ops::Window2d window) {
    const int channels = image.desc.shape.channels();
    return test_.Add("DEPTHWISE_CONV_2D", {&image, &Numbers({1, 3, 3, channels}, 0.5f), &Numbers({channels}, 1.0f)},
                     ops::DepthwiseConv2dAttributes{window});
  }
  graph::Value& Numbers(Shape shape, float range) {
    return test_.Constant(ops::Floats(shape, Random(static_cast<std::size_t>(shape.elements()), range)));
  }
  std::vector<float> Random(std::size_t count, float range) {
    std::uniform_real_distribution<float> numbers(-range, range);
    std::vector<float> drawn(count);
    for (float& number : drawn) number = numbers(random_);
    return drawn;
  }

  // Plans for a GPU with matrices, runs on the one at hand, and compares. `kernel` is to be among the plan's.
  void ExpectAgrees(graph::Value& result, std::string_view kernel) {
    auto device = vulkan::CreateDevice({});
    if (!device) GTEST_SKIP() << device.error().message();
    test_.graph.outputs = {&result};
    gpu::DeviceInfo info = (*device)->info();
    info.kind = gpu::DeviceKind::kDiscrete;
    info.features.insert(gpu::Feature::kCooperativeMatrix);
    info.subgroup_size = 32;
    auto plan = plan::MakePlan(test_.graph, info, {.precision = Precision::kFp16});
    ASSERT_TRUE(plan) << plan.error().message();
    ASSERT_NE(plan::ToText(*plan).find(kernel), std::string::npos) << plan::ToText(*plan);
    for (gpu::ProgramSource& program : plan->programs) program.text = Emulate(program.text);

    reference::Tensors inputs;
    HostTensor& x = inputs.emplace(x_->id, HostTensor(x_->desc)).first->second;
    std::ranges::copy(Random(x.data<float>().size(), 1.0f), x.data<float>().begin());
    const auto expected = reference::Run(test_.graph, inputs);
    ASSERT_TRUE(expected) << expected.error().message();
    auto executable = runtime::Executable::Build(**device, *std::move(plan), test_.graph, {});
    ASSERT_TRUE(executable) << executable.error().message();
    ASSERT_TRUE((*executable)->WriteSlot(0, x.bytes()).ok());
    ASSERT_TRUE((*executable)->Poison().ok());
    ASSERT_TRUE((*executable)->Start().ok());
    ASSERT_TRUE((*executable)->Wait(gpu::WaitMode::kPassive).ok());
    HostTensor got(result.desc);
    ASSERT_TRUE((*executable)->ReadSlot(1, got.bytes()).ok());
    EXPECT_LE(engine::Distance(expected->at(result.id).data<float>(), got.data<float>()), 6e-3);
  }

  graph::Value& Image(Shape shape) { return *(x_ = &test_.Input(shape)); }

  std::mt19937 random_{7};
  ops::GraphUnderTest test_;
  graph::Value* x_ = nullptr;
};

constexpr ops::Window2d kSame{.padding = schema::Padding_SAME};

TEST_F(MatrixEmulationTest, PointwiseWithPaddedChannelsAndPixels) {
  ExpectAgrees(Conv(Image({1, 7, 5, 20}), {44, 1, 1, 20}), "conv_2d_pointwise_matrix");
}

TEST_F(MatrixEmulationTest, PointwiseOfManyChannelsInChunks) {
  ExpectAgrees(Conv(Image({1, 4, 4, 1040}), {24, 1, 1, 1040}), "conv_2d_pointwise_matrix");
}

TEST_F(MatrixEmulationTest, PointwiseWithAStrideAndABatch) {
  ExpectAgrees(Conv(Image({2, 8, 8, 16}), {16, 1, 1, 16}, {.stride_y = 2, .stride_x = 2}), "conv_2d_pointwise_matrix");
}

TEST_F(MatrixEmulationTest, ThreeByThree) {
  ExpectAgrees(Conv(Image({1, 9, 19, 24}), {40, 3, 3, 24}, kSame), "conv_2d_matrix");
}

TEST_F(MatrixEmulationTest, ThreeByThreeOfManyChannelsInChunks) {
  ExpectAgrees(Conv(Image({1, 3, 3, 320}), {16, 3, 3, 320}, kSame), "conv_2d_matrix");
}

TEST_F(MatrixEmulationTest, AStride) {
  const ops::Window2d window{.stride_y = 2, .stride_x = 2, .padding = schema::Padding_SAME};
  ExpectAgrees(Conv(Image({1, 13, 21, 16}), {16, 3, 3, 16}, window), "conv_2d_matrix");
}

TEST_F(MatrixEmulationTest, ADilation) {
  const ops::Window2d window{.dilation_y = 2, .dilation_x = 3, .padding = schema::Padding_SAME};
  ExpectAgrees(Conv(Image({1, 11, 12, 16}), {16, 3, 3, 16}, window), "conv_2d_matrix");
}

TEST_F(MatrixEmulationTest, DepthwiseAndPointwise) {
  graph::Value& depthwise = Depthwise(Image({1, 9, 11, 40}), kSame);
  ExpectAgrees(Conv(test_.Add("RELU6", {&depthwise}), {72, 1, 1, 40}), "depthwise_pointwise_matrix");
}

TEST_F(MatrixEmulationTest, DepthwiseWithAStrideAndPointwise) {
  const ops::Window2d window{.stride_y = 2, .stride_x = 2, .padding = schema::Padding_SAME};
  ExpectAgrees(Conv(Depthwise(Image({1, 14, 13, 18}), window), {12, 1, 1, 18}), "depthwise_pointwise_matrix");
}

}  // namespace
}  // namespace mica::conformance
