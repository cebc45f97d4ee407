// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// DEPTHWISE_CONV_2D: every output channel is a weighted sum over a window of one input channel.
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

#include "base/align.h"
#include "ops/work_sharing.h"

namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  if (op.input_count() < 2 || op.input_count() > 3 || op.output_count() != 1 || !op.has_input(0) || !op.has_input(1)) {
    return InvalidModel("takes 2 or 3 inputs and 1 output; {} and {} are given.", op.input_count(), op.output_count());
  }
  DepthwiseConv2dAttributes attributes;
  if (const auto* options = op.Options<schema::DepthwiseConv2DOptions>()) {
    // The file's depth_multiplier is not read: TFLite takes the multiplier from the shapes, and so does Mica.
    attributes.window = ReadStrides(*options);
    attributes.window.dilation_y = options->dilation_h_factor();
    attributes.window.dilation_x = options->dilation_w_factor();
  }
  return attributes;
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const Shape& image = node.input(0).desc.shape;
  const Shape& weights = node.input(1).desc.shape;
  if (image.rank() != 4 || weights.rank() != 4 || weights[0] != 1) {
    return InvalidModel("the image must be [B, H, W, C] and the weights [1, KH, KW, C]; they are {} and {}.",
                        ToString(image), ToString(weights));
  }
  if (image[3] < 1 || weights[3] < 1 || weights[3] % image[3] != 0) {
    return InvalidModel("the weights have {} channels; a multiple of the input's {} is expected.", weights[3],
                        image[3]);
  }
  if (node.has_input(2) && node.input(2).desc.elements() != weights[3]) {
    return InvalidModel("the bias has {} elements; the weights have {} channels.", node.input(2).desc.elements(),
                        weights[3]);
  }
  const Window2d& window = node.attributes<DepthwiseConv2dAttributes>().window;
  RETURN_IF_ERROR(CheckWindow(window, image[1], image[2], weights[1], weights[2]));
  const PlacedWindow placed = Place(window, image[1], image[2], weights[1], weights[2]);
  outputs[0] = node.input(0).desc;
  outputs[0].shape = {image[0], placed.output_height, placed.output_width, weights[3]};
  return Ok();
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const HostTensor& image = *inputs[0];
  const HostTensor& weights = *inputs[1];
  const HostTensor* bias = inputs.size() > 2 ? inputs[2] : nullptr;
  const Window2d& window = node.attributes<DepthwiseConv2dAttributes>().window;
  const Shape& in = image.shape();
  const Shape& kernel = weights.shape();
  const PlacedWindow placed = Place(window, in[1], in[2], kernel[1], kernel[2]);
  const int multiplier = kernel[3] / in[3];

  for (int b = 0; b < in[0]; ++b) {
    for (int y = 0; y < placed.output_height; ++y) {
      for (int x = 0; x < placed.output_width; ++x) {
        for (int c = 0; c < kernel[3]; ++c) {
          double sum = bias != nullptr ? bias->data<float>()[static_cast<std::size_t>(c)] : 0.0;
          for (int ky = 0; ky < kernel[1]; ++ky) {
            for (int kx = 0; kx < kernel[2]; ++kx) {
              const int in_y = y * window.stride_y + ky * window.dilation_y - placed.top;
              const int in_x = x * window.stride_x + kx * window.dilation_x - placed.left;
              if (in_y < 0 || in_y >= in[1] || in_x < 0 || in_x >= in[2]) continue;
              sum += double{image.at(b, in_y, in_x, c / multiplier)} * weights.at(0, ky, kx, c);
            }
          }
          outputs[0].at(b, y, x, c) = static_cast<float>(sum);
        }
      }
    }
  }
}

// One invocation computes ROW_PIXELS pixels of a row: neighbours share most of their window, and all share the weights.
// Where a load costs more than an exchange, each of four invocations loads a weight of a row and tells it the others;
// none may then return early.
constexpr std::string_view kText = R"(
#if SHARES_WEIGHTS && KERNEL_HEIGHT * ROW_PARTS <= 3  // What a loop carries from turn to turn is dear there.
#define UNROLL_ROWS UNROLL
#else
#define UNROLL_ROWS
#endif

KERNEL {
#if SHARES_WEIGHTS
  int row_block = GRID_X % ROW_BLOCKS;  // A group is of one slice: rows follow each other along x.
  bool exists = GRID_X < ROW_BLOCKS * DST_HEIGHT;
  int y = min(GRID_X / ROW_BLOCKS, DST_HEIGHT - 1);
  int slice = GRID_Y;
  int b = GRID_Z;
#else
  int row_block = GRID_X;
  bool exists = true;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (row_block >= ROW_BLOCKS || y >= DST_HEIGHT || b >= DST_BATCH) return;
#endif
  int x0 = row_block / DILATION_X * (ROW_PIXELS * DILATION_X) + row_block % DILATION_X;

  float4 sum[ROW_PIXELS];
  UNROLL for (int p = 0; p < ROW_PIXELS; ++p) sum[p] = bias_read(slice);
  UNROLL_ROWS for (int i = 0; i < KERNEL_HEIGHT * ROW_PARTS; ++i) {
    int kx0 = i % ROW_PARTS * ROW_TAPS;
    int ky = i / ROW_PARTS;
    int at_y = y * STRIDE_Y + ky * DILATION_Y - PADDING_TOP;
    int src_y = clamp(at_y, 0, SRC_HEIGHT - 1);
    float row_inside = src_y == at_y ? 1.0 : 0.0;
    float4 row[ROW_COLUMNS];
    UNROLL for (int c = 0; c < ROW_COLUMNS; ++c) {
      int tap = kx0 + c / ROW_STEP * STRIDE_X + c % ROW_STEP;
      int at_x = x0 * STRIDE_X + tap * DILATION_X - PADDING_LEFT;
      int src_x = clamp(at_x, 0, SRC_WIDTH - 1);
      float inside = src_x == at_x ? row_inside : 0.0;  // Padding is a multiplication by 0: no branch.
#if MULTIPLIER == 1
      float4 value = src_read(b, src_x, src_y, slice);
#elif SRC_CHANNELS == 1
      float4 value = FLOAT4(src_channel(b, src_x, src_y, 0));
#else
      int last = SRC_CHANNELS - 1;
      float4 value = MAKE4(src_channel(b, src_x, src_y, min(slice * 4 / MULTIPLIER, last)),
                           src_channel(b, src_x, src_y, min((slice * 4 + 1) / MULTIPLIER, last)),
                           src_channel(b, src_x, src_y, min((slice * 4 + 2) / MULTIPLIER, last)),
                           src_channel(b, src_x, src_y, min((slice * 4 + 3) / MULTIPLIER, last)));
#endif
      row[c] = value * FLOAT4(inside);
    }
    int first = (slice * KERNEL_HEIGHT + ky) * KERNEL_WIDTH + kx0;
#if SHARES_WEIGHTS
    float4 mine = weights_read(first + min(SUBGROUP_LANE % 4, ROW_TAPS - 1));
    float4 weight[4];
    weight[0] = BROADCAST(mine, 0);
    weight[1] = BROADCAST(mine, 1);
    weight[2] = BROADCAST(mine, 2);
    weight[3] = BROADCAST(mine, 3);
#else
    float4 weight[ROW_TAPS];
    UNROLL for (int kx = 0; kx < ROW_TAPS; ++kx) weight[kx] = weights_read(first + kx);
#endif
    UNROLL for (int kx = 0; kx < ROW_TAPS; ++kx) {
      UNROLL for (int p = 0; p < ROW_PIXELS; ++p) sum[p] += row[p * ROW_STEP + kx] * weight[kx];
    }
  }
  UNROLL for (int p = 0; p < ROW_PIXELS; ++p) {
    int x = x0 + p * DILATION_X;
    if (exists && x < DST_WIDTH) dst_write(sum[p], b, x, y, slice);
  }
}
)";

Status Lower(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) {
  const Shape& src = node.input(0).desc.shape;
  const Shape& dst = node.output(0).desc.shape;
  const Shape& weights = node.input(1).desc.shape;
  const Window2d& window = node.attributes<DepthwiseConv2dAttributes>().window;
  const PlacedWindow placed = Place(window, src[1], src[2], weights[1], weights[2]);
  const RowBlock row = ChooseRowBlock(window, dst[2], weights[2], context.device.is_software() ? 8 : 1);
  const int row_blocks = RowBlocks(row, window, dst[2]);

  KernelRequest request{
      .name = "depthwise_conv_2d",
      .text = std::string(kText),
      .definitions = WindowDefinitions(window, placed),
      .reads = {{"src", &node.input(0)}},
      .writes = {{"dst", &node.output(0)}},
      .constants = {{"weights",
                     &node.input(1),
                     {.source = weights,
                      .loops = {{3, dst.slices(), 4}, {1, weights[1], 1}, {2, weights[2], 1}, {3, 4, 1}}}},
                    {"bias", node.has_input(2) ? &node.input(2) : nullptr, PackVector(dst[3])}},
      .uses_subgroups = context.device.loads_lane_by_lane() && row.taps <= 4,
      .grid = {row_blocks, dst[1], dst.slices() * dst[0]}};
  request.definitions.insert(request.definitions.end(), {{"KERNEL_HEIGHT", weights[1]},
                                                         {"KERNEL_WIDTH", weights[2]},
                                                         {"MULTIPLIER", weights[3] / src[3]},
                                                         {"ROW_BLOCKS", row_blocks},
                                                         {"SHARES_WEIGHTS", request.uses_subgroups ? 1 : 0}});
  if (request.uses_subgroups) {
    request.grid = {row_blocks * dst[1], dst.slices(), dst[0]};
    request.group_size = GroupAlongX(request.grid[0], 64);
  }
  std::ranges::move(RowBlockDefinitions(row, window, weights[2]), std::back_inserter(request.definitions));
  sequence.Add(std::move(request));
  return Ok();
}

std::int64_t MultiplyAdds(const NodeView& node) {
  const Shape& weights = node.input(1).desc.shape;
  return node.output(0).desc.elements() * weights[1] * weights[2];
}

std::vector<OperatorCase> Cases() {
  const auto depthwise = [](std::string name, Shape image, Shape weights, Window2d window) {
    return OperatorCase{.name = std::move(name),
                        .inputs = {{.shape = image},
                                   {.shape = weights, .is_constant = true},
                                   {.shape = {weights[3]}, .is_constant = true}},
                        .attributes = DepthwiseConv2dAttributes{window}};
  };
  constexpr auto kSame = schema::Padding_SAME;
  OperatorCase without_bias = depthwise("WithoutBias", {1, 4, 4, 4}, {1, 3, 3, 4}, {.padding = kSame});
  without_bias.inputs.pop_back();
  return {
      depthwise("OnePixel", {1, 1, 1, 4}, {1, 3, 3, 4}, {.padding = kSame}),
      depthwise("ThreeByThree", {1, 8, 8, 8}, {1, 3, 3, 8}, {.padding = kSame}),
      depthwise("PaddedSlice", {1, 7, 9, 7}, {1, 3, 3, 7}, {.padding = kSame}),
      depthwise("StrideTwo", {1, 14, 14, 12}, {1, 3, 3, 12}, {.stride_y = 2, .stride_x = 2, .padding = kSame}),
      depthwise("StrideTwoOddSize", {1, 13, 15, 5}, {1, 3, 3, 5}, {.stride_y = 2, .stride_x = 2, .padding = kSame}),
      depthwise("FiveByFive", {1, 11, 9, 8}, {1, 5, 5, 8}, {.padding = kSame}),
      depthwise("EvenKernel", {1, 6, 7, 4}, {1, 2, 4, 4}, {.padding = kSame}),
      depthwise("Valid", {1, 9, 9, 4}, {1, 3, 3, 4}, {}),
      depthwise("Dilated", {1, 13, 13, 4}, {1, 3, 3, 4}, {.dilation_y = 2, .dilation_x = 4, .padding = kSame}),
      depthwise("ExplicitPadding", {1, 6, 6, 4}, {1, 3, 3, 4},
                {.stride_y = 2, .stride_x = 2, .explicit_padding = {.top = 0, .bottom = 1, .left = 0, .right = 1}}),
      depthwise("BatchOfThree", {3, 5, 6, 9}, {1, 3, 3, 9}, {.padding = kSame}),
      depthwise("MultiplierTwo", {1, 5, 5, 6}, {1, 3, 3, 12}, {.padding = kSame}),
      depthwise("MultiplierThreeOfOneChannel", {1, 6, 6, 1}, {1, 3, 3, 3}, {.padding = kSame}),
      depthwise("MultiplierEight", {1, 4, 4, 3}, {1, 3, 3, 24}, {}),
      without_bias,
  };
}

}  // namespace

const OperatorDef kDepthwiseConv2d = {.name = "DEPTHWISE_CONV_2D",
                                      .parse = Parse,
                                      .fused_activation = ActivationOf<schema::DepthwiseConv2DOptions>,
                                      .infer_shapes = InferShapes,
                                      .reference = Reference,
                                      .gpu_support = ConstantFloatWeights,
                                      .lower = Lower,
                                      .multiply_adds = MultiplyAdds,
                                      .cases = Cases};

}  // namespace mica::ops
