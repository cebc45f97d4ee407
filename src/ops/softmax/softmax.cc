// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/softmax/softmax.h"

#include <algorithm>
#include <cmath>

#include "ops/softmax/softmax_kernel.h"

// SOFTMAX: exp(beta * x), divided by its sum over the last axis.
namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/1, /*outputs=*/1));
  const auto* options = op.Options<schema::SoftmaxOptions>();
  return SoftmaxAttributes{.beta = options == nullptr ? 0.0f : options->beta()};
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const graph::TensorDesc& input = node.input(0).desc;
  if (input.shape.rank() == 0) return InvalidModel("the input is a scalar; it needs an axis to sum over.");
  outputs[0].type = input.type;
  outputs[0].shape = input.shape;
  return Ok();
}

void Normalize(std::span<const float> x, float beta, std::span<float> y) {
  std::ranges::transform(x, y.begin(), [&](float value) { return beta * value; });
  const float peak = std::ranges::max(y);
  double sum = 0;
  for (float& value : y) {
    value = std::exp(value - peak);
    sum += value;
  }
  for (float& value : y) value = static_cast<float>(value / sum);
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const float beta = node.attributes<SoftmaxAttributes>().beta;
  const std::span<const float> x = inputs[0]->data<float>();
  const std::size_t channels = static_cast<std::size_t>(inputs[0]->shape().channels());
  for (std::size_t first = 0; first < x.size(); first += channels) {
    Normalize(x.subspan(first, channels), beta, outputs[0].data<float>().subspan(first, channels));
  }
}

Status Lower(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) {
  sequence.Add(MakeSoftmaxKernel(node, context.device));
  return Ok();
}

std::vector<OperatorCase> Cases() {
  const auto of_shape = [](std::string name, Shape shape, float beta = 1.0f, float range = 4.0f) {
    return OperatorCase{.name = std::move(name),
                        .inputs = {{.shape = shape, .low = -range, .high = range}},
                        .attributes = SoftmaxAttributes{.beta = beta}};
  };
  return {
      of_shape("TwoChannels", {1, 5, 4, 2}),
      of_shape("SingleChannel", {1, 3, 2, 1}),
      of_shape("OneWholeSlice", {1, 3, 5, 4}),
      of_shape("TwentyOneChannels", {1, 9, 7, 21}),
      of_shape("BatchOfThree", {3, 2, 3, 7}),
      of_shape("AThousandAndOneClasses", {1, 1001}),
      of_shape("ThousandsOfClassesBatchOfThree", {3, 4100}),
      of_shape("ManyChannelsBatchOfTwo", {2, 1, 2, 131}),
      of_shape("RankOne", {10}),
      of_shape("RankFive", {2, 2, 1, 3, 5}),
      of_shape("BetaOfHalf", {1, 2, 2, 6}, 0.5f),
      of_shape("NegativeBeta", {1, 2, 2, 6}, -1.5f),
      of_shape("FarFromZero", {1, 2, 2, 3}, 1.0f, 1000.0f),
      of_shape("FarFromZeroManyChannels", {1, 257}, 1.0f, 6e4f),
  };
}

}  // namespace

const OperatorDef kSoftmax = {
    .name = "SOFTMAX",
    .parse = Parse,
    .infer_shapes = InferShapes,
    .reference = Reference,
    .gpu_support = FloatTensorsOnly,
    .lower = Lower,
    .cases = Cases,
};

}  // namespace mica::ops
