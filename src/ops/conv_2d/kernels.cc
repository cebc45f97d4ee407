// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/kernels.h"

#include "base/align.h"
#include "ops/conv_2d/any_tile.h"
#include "ops/conv_2d/convolution.h"

namespace mica::ops {
namespace {

constexpr int kO = 0, kY = 1, kX = 2, kI = 3;  // Axes of the weights in the file.

// One invocation computes BLOCK_PIXELS pixels of a row x BLOCK_SLICES slices: each weight it loads serves all of its
// pixels, and each pixel all of its slices.
constexpr std::string_view kSpatial = R"(
KERNEL {
  int x0 = GRID_X * BLOCK_PIXELS;
  int y = GRID_Y;
  int block = GRID_Z % SLICE_BLOCKS;
  int b = GRID_Z / SLICE_BLOCKS;
  if (x0 >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  float4 sum[BLOCK_PIXELS * BLOCK_SLICES];
  for (int o = 0; o < BLOCK_SLICES; ++o) {
    float4 start = bias_read(block * BLOCK_SLICES + o);
    for (int p = 0; p < BLOCK_PIXELS; ++p) sum[o * BLOCK_PIXELS + p] = start;
  }
  int first_slice = block * BLOCK_SLICES / DST_SLICES_PER_GROUP * SLICES_PER_GROUP;
  int weight = block * KERNEL_HEIGHT * KERNEL_WIDTH * SLICES_PER_GROUP * BLOCK_SLICES * 4;
  for (int ky = 0; ky < KERNEL_HEIGHT; ++ky) {
    int src_y = y * STRIDE_Y + ky * DILATION_Y - PADDING_TOP;
    bool row_inside = src_y >= 0 && src_y < SRC_HEIGHT;
    src_y = clamp(src_y, 0, SRC_HEIGHT - 1);
    for (int kx = 0; kx < KERNEL_WIDTH; ++kx) {
      int src_x[BLOCK_PIXELS];
      float inside[BLOCK_PIXELS];  // Padding is a multiplication by 0: no branch within the loop over channels.
      for (int p = 0; p < BLOCK_PIXELS; ++p) {
        int at = (x0 + p) * STRIDE_X + kx * DILATION_X - PADDING_LEFT;
        inside[p] = row_inside && at >= 0 && at < SRC_WIDTH ? 1.0 : 0.0;
        src_x[p] = clamp(at, 0, SRC_WIDTH - 1);
      }
      for (int s = 0; s < SLICES_PER_GROUP; ++s) {
        float4 value[BLOCK_PIXELS];
        for (int p = 0; p < BLOCK_PIXELS; ++p) {
          value[p] = src_read(b, src_x[p], src_y, first_slice + s) * FLOAT4(inside[p]);
        }
        for (int o = 0; o < BLOCK_SLICES; ++o) {
          float4 w0 = weights_read(weight);
          float4 w1 = weights_read(weight + 1);
          float4 w2 = weights_read(weight + 2);
          float4 w3 = weights_read(weight + 3);
          weight += 4;
          for (int p = 0; p < BLOCK_PIXELS; ++p) {
            float4 v = value[p];
            sum[o * BLOCK_PIXELS + p] += w0 * v.x + w1 * v.y + w2 * v.z + w3 * v.w;
          }
        }
      }
    }
  }
  for (int o = 0; o < BLOCK_SLICES; ++o) {
    int slice = block * BLOCK_SLICES + o;
    for (int p = 0; p < BLOCK_PIXELS; ++p) {
      if (slice < DST_SLICES && x0 + p < DST_WIDTH) dst_write(sum[o * BLOCK_PIXELS + p], b, x0 + p, y, slice);
    }
  }
}
)";

// 1x1: the pixels of the whole image in one row, so that small images fill their blocks too.
constexpr std::string_view kPointwise = R"(
KERNEL {
  int p0 = GRID_X * BLOCK_PIXELS;
  int block = GRID_Y;
  int b = GRID_Z;
  if (p0 >= DST_WIDTH * DST_HEIGHT || block >= SLICE_BLOCKS || b >= DST_BATCH) return;

  float4 sum[BLOCK_PIXELS * BLOCK_SLICES];
  for (int o = 0; o < BLOCK_SLICES; ++o) {
    float4 start = bias_read(block * BLOCK_SLICES + o);
    for (int p = 0; p < BLOCK_PIXELS; ++p) sum[o * BLOCK_PIXELS + p] = start;
  }
  int src_x[BLOCK_PIXELS];
  int src_y[BLOCK_PIXELS];
  for (int p = 0; p < BLOCK_PIXELS; ++p) {
    int pixel = min(p0 + p, DST_WIDTH * DST_HEIGHT - 1);
    src_x[p] = pixel % DST_WIDTH * STRIDE_X;
    src_y[p] = pixel / DST_WIDTH * STRIDE_Y;
  }
  int weight = block * SRC_SLICES * BLOCK_SLICES * 4;
  for (int s = 0; s < SRC_SLICES; ++s) {
    float4 value[BLOCK_PIXELS];
    for (int p = 0; p < BLOCK_PIXELS; ++p) value[p] = src_read(b, src_x[p], src_y[p], s);
    for (int o = 0; o < BLOCK_SLICES; ++o) {
      float4 w0 = weights_read(weight);
      float4 w1 = weights_read(weight + 1);
      float4 w2 = weights_read(weight + 2);
      float4 w3 = weights_read(weight + 3);
      weight += 4;
      for (int p = 0; p < BLOCK_PIXELS; ++p) {
        float4 v = value[p];
        sum[o * BLOCK_PIXELS + p] += w0 * v.x + w1 * v.y + w2 * v.z + w3 * v.w;
      }
    }
  }
  for (int o = 0; o < BLOCK_SLICES; ++o) {
    int slice = block * BLOCK_SLICES + o;
    for (int p = 0; p < BLOCK_PIXELS; ++p) {
      int pixel = p0 + p;
      if (slice < DST_SLICES && pixel < DST_WIDTH * DST_HEIGHT) {
        dst_write(sum[o * BLOCK_PIXELS + p], b, pixel % DST_WIDTH, pixel / DST_WIDTH, slice);
      }
    }
  }
}
)";

// Groups whose channels do not fill whole slices: channel by channel. Rare, and not worth more.
constexpr std::string_view kUnalignedGroups = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  int channel = slice * 4;
  int last = DST_CHANNELS - 1;
  int group0 = min(channel, last) / OUTPUTS_PER_GROUP * INPUTS_PER_GROUP;
  int group1 = min(channel + 1, last) / OUTPUTS_PER_GROUP * INPUTS_PER_GROUP;
  int group2 = min(channel + 2, last) / OUTPUTS_PER_GROUP * INPUTS_PER_GROUP;
  int group3 = min(channel + 3, last) / OUTPUTS_PER_GROUP * INPUTS_PER_GROUP;
  float4 sum = bias_read(slice);
  for (int ky = 0; ky < KERNEL_HEIGHT; ++ky) {
    int src_y = y * STRIDE_Y + ky * DILATION_Y - PADDING_TOP;
    for (int kx = 0; kx < KERNEL_WIDTH; ++kx) {
      int src_x = x * STRIDE_X + kx * DILATION_X - PADDING_LEFT;
      if (src_y < 0 || src_y >= SRC_HEIGHT || src_x < 0 || src_x >= SRC_WIDTH) continue;
      int weight = ((slice * KERNEL_HEIGHT + ky) * KERNEL_WIDTH + kx) * INPUTS_PER_GROUP;
      for (int i = 0; i < INPUTS_PER_GROUP; ++i) {
        float4 value = MAKE4(src_channel(b, src_x, src_y, group0 + i), src_channel(b, src_x, src_y, group1 + i),
                             src_channel(b, src_x, src_y, group2 + i), src_channel(b, src_x, src_y, group3 + i));
        sum += weights_read(weight + i) * value;
      }
    }
  }
  dst_write(sum, b, x, y, slice);
}
)";

// How many outputs one invocation computes: enough arithmetic for each value loaded.
struct OutputBlock {
  int pixels = 1;
  int slices = 1;
};

OutputBlock ChooseBlock(int pixels, int slices) {
  // A software GPU has few threads and pays for every load: large blocks (8 pixels x 8 channels ran 3 to 4 times faster
  // than 1 x 4 on llvmpipe). Larger ones still take tens of seconds to compile there.
  return {.pixels = std::min(pixels, 8), .slices = std::min(slices, 2)};
}

// Weights as [output block][ky][kx][input slice][slice of the block][4 inputs][4 outputs]: read in order, front to
// back.
void AddBlockedConstants(const Convolution& conv, const OutputBlock& block, KernelRequest& request) {
  const int blocks = DivideRoundUp(conv.dst.slices(), block.slices);
  const int slices_per_group = DivideRoundUp(conv.weights[3], 4);
  request.definitions.insert(
      request.definitions.end(),
      {{"BLOCK_PIXELS", block.pixels}, {"BLOCK_SLICES", block.slices}, {"SLICE_BLOCKS", blocks}});
  conv.AddConstants(request,
                    {{kO, blocks, block.slices * 4},
                     {kY, conv.weights[1], 1},
                     {kX, conv.weights[2], 1},
                     {kI, slices_per_group, 4},
                     {kO, block.slices, 4},
                     {kI, 4, 1},
                     {kO, 4, 1}},
                    blocks * block.slices * 4);
}

KernelRequest Pointwise(const Convolution& conv) {
  KernelRequest request = conv.Request("conv_2d_pointwise", kPointwise);
  const int pixels = conv.dst[1] * conv.dst[2];
  const OutputBlock block = ChooseBlock(pixels * conv.dst[0], conv.dst.slices());
  AddBlockedConstants(conv, block, request);
  request.grid = {DivideRoundUp(pixels, block.pixels), DivideRoundUp(conv.dst.slices(), block.slices), conv.dst[0]};
  return request;
}

KernelRequest Spatial(const Convolution& conv) {
  KernelRequest request = conv.Request("conv_2d", kSpatial);
  OutputBlock block = ChooseBlock(conv.dst[2] * conv.dst[1] * conv.dst[0], conv.dst.slices() / conv.groups());
  block.pixels = std::min(block.pixels, conv.dst[2]);
  const int slices_per_group = conv.dst.slices() / conv.groups();
  while (conv.groups() > 1 && slices_per_group % block.slices != 0) --block.slices;  // A block stays in its group.
  AddBlockedConstants(conv, block, request);
  const int blocks = DivideRoundUp(conv.dst.slices(), block.slices);
  request.definitions.insert(request.definitions.end(),
                             {{"SLICES_PER_GROUP", DivideRoundUp(conv.weights[3], 4)},
                              {"DST_SLICES_PER_GROUP", conv.groups() == 1 ? blocks * block.slices : slices_per_group}});
  request.grid = {DivideRoundUp(conv.dst[2], block.pixels), conv.dst[1], blocks * conv.dst[0]};
  return request;
}

KernelRequest UnalignedGroups(const Convolution& conv) {
  KernelRequest request = conv.Request("conv_2d_unaligned_groups", kUnalignedGroups);
  request.definitions.insert(request.definitions.end(), {{"OUTPUTS_PER_GROUP", conv.weights[0] / conv.groups()},
                                                         {"INPUTS_PER_GROUP", conv.weights[3]}});
  conv.AddConstants(request,
                    {{kO, conv.dst.slices(), 4},
                     {kY, conv.weights[1], 1},
                     {kX, conv.weights[2], 1},
                     {kI, conv.weights[3], 1},
                     {kO, 4, 1}},
                    conv.dst.slices() * 4);
  request.grid = {conv.dst[2], conv.dst[1], conv.dst.slices() * conv.dst[0]};
  return request;
}

}  // namespace

Status LowerConv2d(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) {
  const Convolution conv(node);
  if (!conv.has_aligned_groups()) {
    sequence.Add(UnalignedGroups(conv));
  } else if (const auto tile = ChooseMatrixTile(conv, context, /*has_middle=*/false)) {
    sequence.Add(TileConvolution(conv, *tile));
  } else if (!context.device.is_software() && conv.groups() == 1) {
    sequence.Add(TileConvolution(conv, ChooseTile(conv.product(), context.device)));
  } else {
    sequence.Add(conv.is_pointwise() ? Pointwise(conv) : Spatial(conv));
  }
  return Ok();
}

}  // namespace mica::ops
