// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// FULLY_CONNECTED: every output is a weighted sum of all elements of its row.
#include "ops/fully_connected/fully_connected.h"

#include "base/align.h"

namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  if (op.input_count() < 2 || op.input_count() > 3 || op.output_count() != 1 || !op.has_input(0) || !op.has_input(1)) {
    return InvalidModel("takes 2 or 3 inputs and 1 output; {} and {} are given.", op.input_count(), op.output_count());
  }
  FullyConnectedAttributes attributes;
  if (const auto* options = op.Options<schema::FullyConnectedOptions>()) {
    attributes.keep_num_dims = options->keep_num_dims();
    attributes.weights_format = options->weights_format();
  }
  return attributes;
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const Shape& src = node.input(0).desc.shape;
  const Shape& weights = node.input(1).desc.shape;
  if (weights.rank() != 2 || weights[0] < 1 || weights[1] < 1) {
    return InvalidModel("the weights must be [outputs, inputs]; they are {}.", ToString(weights));
  }
  if (src.elements() < 1 || src.elements() % weights[1] != 0) {
    return InvalidModel("the input {} does not split into rows of {}, as the weights want.", ToString(src), weights[1]);
  }
  if (node.has_input(2) && node.input(2).desc.elements() != weights[0]) {
    return InvalidModel("the bias has {} elements; the weights have {} outputs.", node.input(2).desc.elements(),
                        weights[0]);
  }
  outputs[0] = node.input(0).desc;
  if (node.attributes<FullyConnectedAttributes>().keep_num_dims) {
    if (src.rank() < 1 || src[src.rank() - 1] != weights[1]) {
      return InvalidModel("the input's last dimension must be {}, as the weights want; the input is {}.", weights[1],
                          ToString(src));
    }
    outputs[0].shape.set(src.rank() - 1, weights[0]);
  } else {
    outputs[0].shape = {static_cast<int>(src.elements() / weights[1]), weights[0]};
  }
  return Ok();
}

void Reference(const NodeView&, HostInputs inputs, HostOutputs outputs) {
  const std::span<const float> src = inputs[0]->data<float>();
  const std::span<const float> weights = inputs[1]->data<float>();
  const HostTensor* bias = inputs.size() > 2 ? inputs[2] : nullptr;
  const std::span<float> result = outputs[0].data<float>();
  const std::size_t output_count = static_cast<std::size_t>(inputs[1]->shape()[0]);
  const std::size_t input_count = static_cast<std::size_t>(inputs[1]->shape()[1]);

  for (std::size_t row = 0; row < src.size() / input_count; ++row) {
    for (std::size_t o = 0; o < output_count; ++o) {
      double sum = bias != nullptr ? bias->data<float>()[o] : 0.0;
      for (std::size_t i = 0; i < input_count; ++i) {
        sum += double{src[row * input_count + i]} * weights[o * input_count + i];
      }
      result[row * output_count + o] = static_cast<float>(sum);
    }
  }
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo& device) {
  if (node.attributes<FullyConnectedAttributes>().weights_format !=
      schema::FullyConnectedOptionsWeightsFormat_DEFAULT) {
    return No("weights are in the default format", "shuffled weights", "the default format");
  }
  return ConstantFloatWeights(node, device);
}

// A work group computes one slice of outputs of one row: its invocations share the inputs among them and add up in
// shared memory, for at one row a chain of a thousand dependent loads is what costs.
constexpr std::string_view kText = R"(
float4 element4(int row, int i TENSORS_DECLARED) {
#if ROWS_ARE_PIXELS
  int pixel = row;
  int slice = i;
#else
  int pixel = row * PIXELS_PER_ROW + i / SRC_SLICES;
  int slice = i % SRC_SLICES;
#endif
#if SRC_CHANNELS % 4 == 0 || ROWS_ARE_PIXELS
  int x = pixel % SRC_WIDTH;
  int y = pixel / SRC_WIDTH % SRC_HEIGHT;
  return src_read(pixel / (SRC_WIDTH * SRC_HEIGHT), x, y, slice);
#else
  float4 value = FLOAT4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int element = i * 4 + lane;
    int at = row * INPUTS + element;
    int position = at / SRC_CHANNELS;
    float found = src_channel(position / (SRC_WIDTH * SRC_HEIGHT), position % SRC_WIDTH,
                              position / SRC_WIDTH % SRC_HEIGHT, at % SRC_CHANNELS);
    if (element < INPUTS) value = with_lane(value, lane, found);
  }
  return value;
#endif
}

KERNEL {
  int part = LOCAL_X;
  int output_slice = GROUP_Y * GROUP_SIZE_Y + LOCAL_Y;
  int row = GROUP_Z;
  int weight_slice = min(output_slice, OUTPUT_SLICES - 1);

  float4 sum = FLOAT4(0.0);
  for (int i = part; i < INPUT_SLICES; i += GROUP_SIZE_X) {
    float4 v = element4(row, i TENSORS);
    int weight = (weight_slice * INPUT_SLICES + i) * 4;
    sum += weights_read(weight) * v.x + weights_read(weight + 1) * v.y + weights_read(weight + 2) * v.z +
           weights_read(weight + 3) * v.w;
  }
#if GROUP_SIZE_X > 1
  partial[LOCAL_Y * GROUP_SIZE_X + part] = sum;
  BARRIER;
  if (part == 0) {
    for (int other = 1; other < GROUP_SIZE_X; ++other) sum += partial[LOCAL_Y * GROUP_SIZE_X + other];
  }
#endif
  if (part == 0 && output_slice < OUTPUT_SLICES) {
    sum += bias_read(output_slice);
    dst_write(sum, row / (DST_WIDTH * DST_HEIGHT), row % DST_WIDTH, row / DST_WIDTH % DST_HEIGHT, output_slice);
  }
}
)";

Status Lower(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) {
  const Shape& src = node.input(0).desc.shape;
  const Shape& weights = node.input(1).desc.shape;
  const int rows = static_cast<int>(src.elements() / weights[1]);
  const int input_slices = DivideRoundUp(weights[1], 4);
  const int output_slices = DivideRoundUp(weights[0], 4);
  // On a software GPU every barrier costs a switch between coroutines: no sharing there.
  const int most_parts = context.device.max_group_invocations >= 256 ? 64 : 16;
  const int parts = context.device.is_software() ? 1 : std::min(most_parts, input_slices);
  const int slices_per_group = context.device.is_software() ? 8 : 4;

  KernelRequest request{
      .name = "fully_connected",
      .text = std::string(kText),
      .definitions = {{"INPUTS", weights[1]},
                      {"INPUT_SLICES", input_slices},
                      {"OUTPUT_SLICES", output_slices},
                      {"ROWS_ARE_PIXELS", src.channels() == weights[1] ? 1 : 0},
                      {"PIXELS_PER_ROW", std::max(1, weights[1] / src.channels())}},
      .reads = {{"src", &node.input(0)}},
      .writes = {{"dst", &node.output(0)}},
      .constants = {{"weights",
                     &node.input(1),
                     {.source = weights, .loops = {{0, output_slices, 4}, {1, input_slices, 4}, {1, 4, 1}, {0, 4, 1}}}},
                    {"bias", node.has_input(2) ? &node.input(2) : nullptr, PackVector(weights[0])}},
      .shared = {},
      .grid = {parts, output_slices, rows},
      .group_size = std::array{parts, slices_per_group, 1}};
  if (parts > 1) request.shared.push_back({"partial", "float4", parts * slices_per_group});
  sequence.Add(std::move(request));
  return Ok();
}

std::int64_t MultiplyAdds(const NodeView& node) {
  return node.output(0).desc.elements() * node.input(1).desc.shape[1];
}

std::vector<OperatorCase> Cases() {
  const auto dense = [](std::string name, Shape src, Shape weights, bool keep_num_dims = false) {
    return OperatorCase{.name = std::move(name),
                        .inputs = {{.shape = src},
                                   {.shape = weights, .is_constant = true},
                                   {.shape = {weights[0]}, .is_constant = true}},
                        .attributes = FullyConnectedAttributes{.keep_num_dims = keep_num_dims}};
  };
  OperatorCase without_bias = dense("WithoutBias", {1, 8}, {4, 8});
  without_bias.inputs.pop_back();
  return {
      dense("OneRow", {1, 16}, {8, 16}),
      dense("PaddedSlices", {1, 17}, {5, 17}),
      dense("ManyInputs", {1, 1027}, {10, 1027}),
      dense("ManyOutputs", {1, 12}, {1001, 12}),
      dense("Rows", {5, 12}, {7, 12}),
      dense("FlattensAlignedImage", {1, 3, 3, 8}, {6, 72}),
      dense("FlattensPaddedImage", {1, 3, 2, 5}, {6, 30}),
      dense("SplitsPixelsIntoRows", {1, 2, 2, 6}, {3, 12}),
      dense("RowsWithinPixels", {1, 2, 1, 6}, {3, 3}),
      dense("BatchedImage", {2, 1, 1, 9}, {4, 9}),
      dense("KeepsDimensions", {2, 3, 8}, {6, 8}, true),
      dense("KeepsFourDimensions", {2, 3, 2, 7}, {5, 7}, true),
      dense("OneDimension", {6}, {3, 6}),
      without_bias,
  };
}

}  // namespace

const OperatorDef kFullyConnected = {.name = "FULLY_CONNECTED",
                                     .parse = Parse,
                                     .fused_activation = ActivationOf<schema::FullyConnectedOptions>,
                                     .infer_shapes = InferShapes,
                                     .reference = Reference,
                                     .gpu_support = GpuSupport,
                                     .lower = Lower,
                                     .multiply_adds = MultiplyAdds,
                                     .cases = Cases};

}  // namespace mica::ops
