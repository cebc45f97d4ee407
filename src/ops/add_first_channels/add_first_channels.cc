// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/add_first_channels/add_first_channels.h"

// ADD_FIRST_CHANNELS: a sum whose second operand has fewer channels, zeros behind them. No operator of the format: what
// passes make of ADD(x, PAD(y)), so that no kernel has to write the zeros.
namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/1));
  return std::any();
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const Shape& x = node.input(0).desc.shape;
  const Shape& y = node.input(1).desc.shape;
  bool fits = x.rank() == y.rank() && x.rank() > 0 && y.channels() <= x.channels();
  for (int axis = 0; fits && axis < x.rank() - 1; ++axis) fits = x[axis] == y[axis];
  if (!fits) {
    return InvalidModel("the second operand of shape {} is no first channels of the shape {}.", ToString(y),
                        ToString(x));
  }
  outputs[0] = node.input(0).desc;
  return Ok();
}

void Reference(const NodeView&, HostInputs inputs, HostOutputs outputs) {
  const auto channels = static_cast<std::size_t>(inputs[0]->shape().channels());
  const auto added = static_cast<std::size_t>(inputs[1]->shape().channels());
  const std::span<float> sum = outputs[0].data<float>();
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::size_t channel = i % channels;
    sum[i] = inputs[0]->data<float>()[i];
    if (channel < added) sum[i] += inputs[1]->data<float>()[i / channels * added + channel];
  }
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo&) {
  for (const int slot : {0, 1}) {
    if (node.input(slot).desc.type != DataType::kFloat32) {
      return No("operands are float32", std::string(ToString(node.input(slot).desc.type)), "float32");
    }
  }
  if (node.input(0).is_constant()) return No("the first operand is computed", "a constant", "a value of the run");
  // A step reads a single channel into all four lanes, for ADD's sake.
  if (node.input(1).desc.shape.channels() == 1) return No("several channels are added", "1", "2 or more");
  return Yes();
}

Result<StepRequest> MakeStep(const NodeView& node, int value_slot) {
  // A step keeps the shape: the value at hand is the first operand, or both have as many channels. Behind the channels
  // of a slice are zeros.
  const graph::Value& added = node.input(1 - value_slot);
  return StepRequest{.text = "  if (slice < ADDED_SLICES) value += added_read(b, x, y, slice);\n  return value;",
                     .definitions = {{"ADDED_SLICES", added.desc.shape.slices()}},
                     .reads = {{"added", &added}}};
}

std::vector<OperatorCase> Cases() {
  const auto sum = [](std::string name, Shape x, Shape y) {
    return OperatorCase{.name = std::move(name), .inputs = {{.shape = x}, {.shape = y}}};
  };
  return {
      sum("HalfOfTheChannels", {1, 3, 4, 16}, {1, 3, 4, 8}),
      sum("APartOfASlice", {1, 3, 4, 8}, {1, 3, 4, 3}),
      sum("PaddedSlices", {1, 3, 4, 11}, {1, 3, 4, 6}),
      sum("BatchOfThree", {3, 2, 2, 12}, {3, 2, 2, 4}),
      sum("RankTwo", {3, 7}, {3, 5}),
      sum("AllChannels", {1, 2, 2, 6}, {1, 2, 2, 6}),
  };
}

}  // namespace

const OperatorDef kAddFirstChannels = {
    .name = "ADD_FIRST_CHANNELS",
    .parse = Parse,
    .infer_shapes = InferShapes,
    .reference = Reference,
    .gpu_support = GpuSupport,
    .step = MakeStep,
    .cases = Cases,
};

}  // namespace mica::ops
