// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/prelu/prelu.h"

#include "ops/elementwise/broadcast.h"
#include "ops/elementwise/two_operand_step.h"

// PRELU: y = x for positive x, alpha * x otherwise; alpha broadcasts against x.
namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/1));
  return std::any();
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  RETURN_IF_ERROR(InferBroadcast(node, outputs[0]));
  const Shape& x = node.input(0).desc.shape;
  if (outputs[0].shape == x) return Ok();
  return InvalidModel("alpha of shape {} is larger than the input of shape {}.", ToString(node.input(1).desc.shape),
                      ToString(x));
}

void Reference(const NodeView&, HostInputs inputs, HostOutputs outputs) {
  const HostTensor& x = *inputs[0];
  const HostTensor& alpha = *inputs[1];
  const std::span<float> y = outputs[0].data<float>();
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::int64_t at = BroadcastOffset(alpha.shape(), x.shape(), static_cast<std::int64_t>(i));
    const float value = x.data<float>()[i];
    y[i] = value >= 0 ? value : alpha.data<float>()[static_cast<std::size_t>(at)] * value;
  }
}

constexpr std::string_view kExpression = "max(left, FLOAT4(0.0)) + right * min(left, FLOAT4(0.0))";

Result<StepRequest> MakeStep(const NodeView& node, int value_slot) {
  return MakeTwoOperandStep(node, value_slot, kExpression);
}

std::vector<OperatorCase> Cases() {
  const auto constant_alpha = [](Shape x, Shape alpha) {
    return std::vector<CaseInput>{{.shape = x}, {.shape = alpha, .is_constant = true}};
  };
  return {
      {.name = "AlphaPerChannel", .inputs = constant_alpha({1, 3, 2, 8}, {8})},
      {.name = "SevenChannels", .inputs = constant_alpha({1, 3, 2, 7}, {1, 1, 7})},
      {.name = "BatchOfThree", .inputs = constant_alpha({3, 2, 2, 6}, {1, 1, 6})},
      {.name = "AlphaPerElement", .inputs = constant_alpha({2, 3, 2, 5}, {3, 2, 5})},
      {.name = "AlphaPerPixel", .inputs = constant_alpha({1, 3, 2, 5}, {3, 2, 1})},
      {.name = "ScalarAlpha", .inputs = constant_alpha({1, 3, 2, 5}, {1})},
      {.name = "OneByOne", .inputs = constant_alpha({1, 1, 1, 3}, {1, 1, 3})},
      {.name = "RankTwo", .inputs = constant_alpha({3, 7}, {7})},
      {.name = "RankFive", .inputs = constant_alpha({2, 2, 3, 2, 5}, {5})},
      {.name = "RunTimeAlphaPerChannel", .inputs = {{.shape = {1, 3, 2, 6}}, {.shape = {6}}}},
      {.name = "RunTimeAlphaPerElement", .inputs = {{.shape = {2, 3, 2, 6}}, {.shape = {2, 3, 2, 6}}}},
  };
}

}  // namespace

const OperatorDef kPRelu = {
    .name = "PRELU",
    .parse = Parse,
    .infer_shapes = InferShapes,
    .reference = Reference,
    .gpu_support = BroadcastSupport,
    .step = MakeStep,
    .cases = Cases,
};

}  // namespace mica::ops
