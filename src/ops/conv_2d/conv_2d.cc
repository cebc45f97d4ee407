// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// CONV_2D: every output channel is a weighted sum over a window of all input channels, or of those of its group.
#include "ops/conv_2d/conv_2d.h"

#include "ops/conv_2d/kernels.h"

namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  if (op.input_count() < 2 || op.input_count() > 3 || op.output_count() != 1 || !op.has_input(0) || !op.has_input(1)) {
    return InvalidModel("takes 2 or 3 inputs and 1 output; {} and {} are given.", op.input_count(), op.output_count());
  }
  Conv2dAttributes attributes;
  if (const auto* options = op.Options<schema::Conv2DOptions>()) {
    attributes.window = ReadStrides(*options);
    attributes.window.dilation_y = options->dilation_h_factor();
    attributes.window.dilation_x = options->dilation_w_factor();
  }
  return attributes;
}

Status CheckShapes(const Shape& image, const Shape& weights) {
  if (image.rank() != 4 || weights.rank() != 4) {
    return InvalidModel("image and weights must have 4 dimensions; they are {} and {}.", ToString(image),
                        ToString(weights));
  }
  if (weights[3] < 1 || weights[0] < 1 || image[3] % weights[3] != 0) {
    return InvalidModel("the weights have {} channels; the input has {}.", weights[3], image[3]);
  }
  if (const int groups = image[3] / weights[3]; groups < 1 || weights[0] % groups != 0) {
    return InvalidModel("{} output channels do not split into {} groups.", weights[0], groups);
  }
  return Ok();
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const Shape& image = node.input(0).desc.shape;
  const Shape& weights = node.input(1).desc.shape;
  RETURN_IF_ERROR(CheckShapes(image, weights));
  if (node.has_input(2) && node.input(2).desc.elements() != weights[0]) {
    return InvalidModel("the bias has {} elements; the weights have {} output channels.", node.input(2).desc.elements(),
                        weights[0]);
  }
  const Window2d& window = node.attributes<Conv2dAttributes>().window;
  RETURN_IF_ERROR(CheckWindow(window, image[1], image[2], weights[1], weights[2]));
  const PlacedWindow placed = Place(window, image[1], image[2], weights[1], weights[2]);
  outputs[0] = node.input(0).desc;
  outputs[0].shape = {image[0], placed.output_height, placed.output_width, weights[0]};
  return Ok();
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const HostTensor& image = *inputs[0];
  const HostTensor& weights = *inputs[1];
  const HostTensor* bias = inputs.size() > 2 ? inputs[2] : nullptr;
  HostTensor& result = outputs[0];
  const Window2d& window = node.attributes<Conv2dAttributes>().window;
  const Shape& in = image.shape();
  const Shape& kernel = weights.shape();
  const PlacedWindow placed = Place(window, in[1], in[2], kernel[1], kernel[2]);
  const int outputs_per_group = kernel[0] / (in[3] / kernel[3]);

  for (int b = 0; b < in[0]; ++b) {
    for (int y = 0; y < placed.output_height; ++y) {
      for (int x = 0; x < placed.output_width; ++x) {
        for (int o = 0; o < kernel[0]; ++o) {
          const int first_channel = o / outputs_per_group * kernel[3];
          double sum = bias != nullptr ? bias->data<float>()[static_cast<std::size_t>(o)] : 0.0;
          for (int ky = 0; ky < kernel[1]; ++ky) {
            const int in_y = y * window.stride_y + ky * window.dilation_y - placed.top;
            if (in_y < 0 || in_y >= in[1]) continue;
            for (int kx = 0; kx < kernel[2]; ++kx) {
              const int in_x = x * window.stride_x + kx * window.dilation_x - placed.left;
              if (in_x < 0 || in_x >= in[2]) continue;
              const float* pixel =
                  &image.data<float>()[static_cast<std::size_t>(in.OffsetOf(std::array{b, in_y, in_x, first_channel}))];
              const float* weight =
                  &weights.data<float>()[static_cast<std::size_t>(kernel.OffsetOf(std::array{o, ky, kx, 0}))];
              for (int i = 0; i < kernel[3]; ++i) sum += double{pixel[i]} * weight[i];
            }
          }
          result.at(b, y, x, o) = static_cast<float>(sum);
        }
      }
    }
  }
}

std::int64_t MultiplyAdds(const NodeView& node) {
  const Shape& weights = node.input(1).desc.shape;
  return node.output(0).desc.elements() * weights[1] * weights[2] * weights[3];
}

std::vector<OperatorCase> Cases() {
  const auto conv = [](std::string name, Shape image, Shape weights, Window2d window) {
    return OperatorCase{.name = std::move(name),
                        .inputs = {{.shape = image},
                                   {.shape = weights, .is_constant = true},
                                   {.shape = {weights[0]}, .is_constant = true}},
                        .attributes = Conv2dAttributes{window}};
  };
  constexpr auto kSame = schema::Padding_SAME;
  OperatorCase without_bias = conv("WithoutBias", {1, 3, 3, 4}, {4, 1, 1, 4}, {});
  without_bias.inputs.pop_back();
  return {
      conv("OnePixel", {1, 1, 1, 4}, {4, 1, 1, 4}, {}),
      conv("OnePixelManyChannels", {1, 1, 1, 70}, {101, 1, 1, 70}, {}),
      conv("Pointwise", {1, 7, 7, 16}, {24, 1, 1, 16}, {}),
      conv("PointwisePaddedSlices", {1, 5, 7, 7}, {13, 1, 1, 7}, {}),
      conv("PointwiseBatch", {3, 5, 5, 8}, {12, 1, 1, 8}, {}),
      conv("PointwiseStrideTwo", {1, 7, 5, 8}, {8, 1, 1, 8}, {.stride_y = 2, .stride_x = 2}),
      conv("ThreeByThreeSame", {1, 8, 8, 8}, {16, 3, 3, 8}, {.padding = kSame}),
      conv("ThreeByThreeValid", {1, 9, 11, 5}, {6, 3, 3, 5}, {}),
      conv("FirstLayer", {1, 17, 17, 3}, {32, 3, 3, 3}, {.stride_y = 2, .stride_x = 2, .padding = kSame}),
      conv("EvenKernelSame", {1, 7, 6, 4}, {4, 2, 4, 4}, {.padding = kSame}),
      conv("StrideThree", {1, 11, 13, 4}, {4, 5, 3, 4}, {.stride_y = 3, .stride_x = 2, .padding = kSame}),
      conv("Dilated", {1, 11, 11, 4}, {8, 3, 3, 4}, {.dilation_y = 2, .dilation_x = 3, .padding = kSame}),
      conv("ExplicitPadding", {1, 6, 6, 4}, {4, 3, 3, 4},
           {.explicit_padding = {.top = 1, .bottom = 2, .left = 0, .right = 3}}),
      conv("OneChannelIn", {1, 9, 9, 1}, {8, 3, 3, 1}, {.padding = kSame}),
      conv("OneChannelOut", {1, 9, 9, 8}, {1, 3, 3, 8}, {.padding = kSame}),
      conv("BatchOfThree", {3, 6, 5, 6}, {10, 3, 3, 6}, {.padding = kSame}),
      conv("WideRow", {1, 2, 67, 12}, {20, 3, 3, 12}, {.padding = kSame}),
      conv("GroupsOfFour", {1, 5, 5, 8}, {8, 3, 3, 4}, {.padding = kSame}),
      conv("GroupsOfThree", {1, 5, 5, 6}, {4, 3, 3, 3}, {.padding = kSame}),
      without_bias,
  };
}

}  // namespace

const OperatorDef kConv2d = {.name = "CONV_2D",
                             .parse = Parse,
                             .fused_activation = ActivationOf<schema::Conv2DOptions>,
                             .infer_shapes = InferShapes,
                             .reference = Reference,
                             .gpu_support = ConstantFloatWeights,
                             .lower = LowerConv2d,
                             .multiply_adds = MultiplyAdds,
                             .cases = Cases};

}  // namespace mica::ops
