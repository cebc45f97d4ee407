// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/blocked_kernel.h"

#include "base/align.h"
#include "ops/work_sharing.h"

namespace mica::ops {
namespace {

constexpr int kO = 0, kY = 1, kX = 2, kI = 3;  // Axes of the weights in the file.

// w0 to w3: the weights of one output channel each, for four input channels. The invocations of a subgroup need the
// same ones; where a load costs more than an exchange, each of four loads one and they tell each other. So do they with
// the bias of the slices, of which there are then at most four: `start`.
constexpr std::string_view kReadShared = R"(
#if SHARES_WEIGHTS
#define READ_WEIGHTS(i)                                \
  float4 mine = weights_read((i) + SUBGROUP_LANE % 4); \
  float4 w0 = BROADCAST(mine, 0);                      \
  float4 w1 = BROADCAST(mine, 1);                      \
  float4 w2 = BROADCAST(mine, 2);                      \
  float4 w3 = BROADCAST(mine, 3)
#define READ_BIAS                                                                               \
  float4 mine = bias_read(block * BLOCK_SLICES + min(SUBGROUP_LANE % 4, BLOCK_SLICES - 1)); \
  float4 start[4];                                                                              \
  start[0] = BROADCAST(mine, 0);                                                                \
  start[1] = BROADCAST(mine, 1);                                                                \
  start[2] = BROADCAST(mine, 2);                                                                \
  start[3] = BROADCAST(mine, 3)
#else
#define READ_WEIGHTS(i)              \
  float4 w0 = weights_read(i);       \
  float4 w1 = weights_read((i) + 1); \
  float4 w2 = weights_read((i) + 2); \
  float4 w3 = weights_read((i) + 3)
#define READ_BIAS               \
  float4 start[BLOCK_SLICES];   \
  UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) start[o] = bias_read(block * BLOCK_SLICES + o)
#endif
)";

// A write behind a condition that always holds shares nothing with its neighbours: what steps read is then loaded again
// for every pixel. So conditions that the sizes decide are decided here.
constexpr std::string_view kWhatExists = R"(
#if DST_SLICES % BLOCK_SLICES == 0
#define SLICE_EXISTS true
#else
#define SLICE_EXISTS (slice < DST_SLICES)
#endif
)";

// One invocation computes ROW_PIXELS pixels of a row x BLOCK_SLICES slices: each weight it loads serves all of its
// pixels, and each value all of its slices and every tap that meets it. The pixels are DILATION_X apart, so that they
// share their taps where the window is dilated too. None returns early where others wait for the weights it loads.
constexpr std::string_view kSpatial = R"(
#if ROW_BLOCKS * ROW_PIXELS == DST_WIDTH && ROW_BLOCKS * DST_HEIGHT % GROUP_SIZE_X == 0
#define PIXEL_EXISTS true
#else
#define PIXEL_EXISTS (x < DST_WIDTH && GRID_X < ROW_BLOCKS * DST_HEIGHT)
#endif

#if SRC_CHANNELS == 3  // An RGB image: the fourth product is 0.
#define DOT(w, v) (w.x * v.x + w.y * v.y + w.z * v.z)
#else
#define DOT(w, v) dot(w, v)
#endif

KERNEL {
  int row_block = GRID_X % ROW_BLOCKS;
  int x0 = row_block / DILATION_X * (ROW_PIXELS * DILATION_X) + row_block % DILATION_X;
  int y = min(GRID_X / ROW_BLOCKS, DST_HEIGHT - 1);
  int block = GRID_Y;
  int b = GRID_Z;
#if !SHARES_WEIGHTS
  if (GRID_X >= ROW_BLOCKS * DST_HEIGHT || block >= SLICE_BLOCKS || b >= DST_BATCH) return;
#endif

  float4 sum[ROW_PIXELS * BLOCK_SLICES];
  READ_BIAS;
  UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) {
    UNROLL for (int p = 0; p < ROW_PIXELS; ++p) sum[o * ROW_PIXELS + p] = start[o];
  }
  int first_slice = block * BLOCK_SLICES / DST_SLICES_PER_GROUP * SLICES_PER_GROUP;
  int weight = block * KERNEL_HEIGHT * KERNEL_WIDTH * SLICES_PER_GROUP * BLOCK_SLICES * 4;
  // One loop, not three: what it carries from turn to turn is dear where there are masks instead of branches.
  for (int i = 0; i < KERNEL_HEIGHT * ROW_PARTS * SLICES_PER_GROUP; ++i) {
    int slice = first_slice + i % SLICES_PER_GROUP;
    int kx0 = i / SLICES_PER_GROUP % ROW_PARTS * ROW_TAPS;
    int ky = i / (SLICES_PER_GROUP * ROW_PARTS);
    int at_y = y * STRIDE_Y + ky * DILATION_Y - PADDING_TOP;
    int src_y = clamp(at_y, 0, SRC_HEIGHT - 1);
    float row_inside = src_y == at_y ? 1.0 : 0.0;
    float4 row[ROW_COLUMNS];
    UNROLL for (int c = 0; c < ROW_COLUMNS; ++c) {
      int tap = kx0 + c / ROW_STEP * STRIDE_X + c % ROW_STEP;
      int at_x = x0 * STRIDE_X + tap * DILATION_X - PADDING_LEFT;
      int src_x = clamp(at_x, 0, SRC_WIDTH - 1);
      float inside = src_x == at_x ? row_inside : 0.0;  // Padding is a multiplication by 0: no branch.
      row[c] = src_read(b, src_x, src_y, slice) * FLOAT4(inside);
    }
    UNROLL for (int kx = 0; kx < ROW_TAPS; ++kx) {
      UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) {
        READ_WEIGHTS(weight + (kx * BLOCK_SLICES + o) * 4);
        UNROLL for (int p = 0; p < ROW_PIXELS; ++p) {
          float4 v = row[p * ROW_STEP + kx];
          sum[o * ROW_PIXELS + p] += MAKE4(DOT(w0, v), DOT(w1, v), DOT(w2, v), DOT(w3, v));
        }
      }
    }
    weight += ROW_TAPS * BLOCK_SLICES * 4;
  }
  UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) {
    int slice = block * BLOCK_SLICES + o;
    UNROLL for (int p = 0; p < ROW_PIXELS; ++p) {
      int x = x0 + p * DILATION_X;
      if (SLICE_EXISTS && PIXEL_EXISTS) dst_write(sum[o * ROW_PIXELS + p], b, x, y, slice);
    }
  }
}
)";

// 1x1: the pixels of the whole image in one row, so that small images fill their blocks too.
constexpr std::string_view kPointwise = R"(
#if DST_WIDTH * DST_HEIGHT % (BLOCK_PIXELS * GROUP_SIZE_X) == 0
#define PIXEL_EXISTS true
#else
#define PIXEL_EXISTS (pixel < DST_WIDTH * DST_HEIGHT)
#endif

KERNEL {
  int p0 = GRID_X * BLOCK_PIXELS;
  int block = GRID_Y;
  int b = GRID_Z;
#if !SHARES_WEIGHTS
  if (p0 >= DST_WIDTH * DST_HEIGHT || block >= SLICE_BLOCKS || b >= DST_BATCH) return;
#endif

  float4 sum[BLOCK_PIXELS * BLOCK_SLICES];
  READ_BIAS;
  UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) {
    UNROLL for (int p = 0; p < BLOCK_PIXELS; ++p) sum[o * BLOCK_PIXELS + p] = start[o];
  }
  int src_x[BLOCK_PIXELS];
  int src_y[BLOCK_PIXELS];
  UNROLL for (int p = 0; p < BLOCK_PIXELS; ++p) {
    int pixel = min(p0 + p, DST_WIDTH * DST_HEIGHT - 1);
    src_x[p] = pixel % DST_WIDTH * STRIDE_X;
    src_y[p] = pixel / DST_WIDTH * STRIDE_Y;
  }
  int weight = block * SRC_SLICES * BLOCK_SLICES * 4;
  for (int s = 0; s < SRC_SLICES; ++s) {
    float4 value[BLOCK_PIXELS];
    UNROLL for (int p = 0; p < BLOCK_PIXELS; ++p) value[p] = src_read(b, src_x[p], src_y[p], s);
    UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) {
      READ_WEIGHTS(weight + o * 4);
      UNROLL for (int p = 0; p < BLOCK_PIXELS; ++p) {
        float4 v = value[p];
        sum[o * BLOCK_PIXELS + p] += MAKE4(dot(w0, v), dot(w1, v), dot(w2, v), dot(w3, v));
      }
    }
    weight += BLOCK_SLICES * 4;
  }
  UNROLL for (int o = 0; o < BLOCK_SLICES; ++o) {
    int slice = block * BLOCK_SLICES + o;
    UNROLL for (int p = 0; p < BLOCK_PIXELS; ++p) {
      int pixel = p0 + p;
      if (SLICE_EXISTS && PIXEL_EXISTS) {
        dst_write(sum[o * BLOCK_PIXELS + p], b, pixel % DST_WIDTH, pixel / DST_WIDTH, slice);
      }
    }
  }
}
)";

// How many outputs one invocation computes: enough arithmetic for each value loaded.
struct OutputBlock {
  int pixels = 1;
  int slices = 1;
};

// At most `most`, in equal blocks of slices.
OutputBlock ChooseBlock(int pixels, int slices, const OutputBlock& most) {
  return {.pixels = std::min(pixels, most.pixels), .slices = DivideRoundUp(slices, DivideRoundUp(slices, most.slices))};
}

// A software GPU has few threads and pays for every load: large blocks (8 pixels x 8 channels ran 3 to 4 times faster
// than 1 x 4 on llvmpipe). Larger ones take tens of seconds to compile there.
constexpr OutputBlock kLargeBlock = {.pixels = 8, .slices = 2};

// Weights as [output block][ky][taps of a row][input slice][tap][slice of the block][4 outputs][4 inputs]: read in
// order, front to back.
void AddBlockedConstants(const Convolution& conv, int block_slices, int row_taps, const gpu::DeviceInfo& device,
                         KernelRequest& request) {
  const int blocks = DivideRoundUp(conv.dst.slices(), block_slices);
  request.uses_subgroups = device.loads_lane_by_lane();
  request.definitions.insert(
      request.definitions.end(),
      {{"BLOCK_SLICES", block_slices}, {"SLICE_BLOCKS", blocks}, {"SHARES_WEIGHTS", request.uses_subgroups ? 1 : 0}});
  conv.AddConstants(request,
                    {{kO, blocks, block_slices * 4},
                     {kY, conv.weights[1], 1},
                     {kX, conv.weights[2] / row_taps, row_taps},
                     {kI, DivideRoundUp(conv.weights[3], 4), 4},
                     {kX, row_taps, 1},
                     {kO, block_slices, 4},
                     {kO, 4, 1},
                     {kI, 4, 1}},
                    blocks * block_slices * 4);
}

// Small, so that the sizes of most images are whole groups: see kWhatExists.
std::array<int, 3> GroupOfOneBlock(const std::array<int, 3>& grid) {
  return GroupAlongX(grid[0], 8);
}

std::string WithShared(std::string_view text) {
  return std::string(kReadShared).append(kWhatExists).append(text);
}

KernelRequest BlockedPointwise(const Convolution& conv, const gpu::DeviceInfo& device) {
  KernelRequest request = conv.Request("conv_2d_pointwise", WithShared(kPointwise));
  const int pixels = conv.dst[1] * conv.dst[2];
  // Where four invocations share the weights, more slices cost few more loads.
  const OutputBlock most = device.loads_lane_by_lane() ? OutputBlock{.pixels = 4, .slices = 4} : kLargeBlock;
  const OutputBlock block = ChooseBlock(pixels * conv.dst[0], conv.dst.slices(), most);
  request.definitions.emplace_back("BLOCK_PIXELS", block.pixels);
  AddBlockedConstants(conv, block.slices, /*row_taps=*/1, device, request);
  request.grid = {DivideRoundUp(pixels, block.pixels), DivideRoundUp(conv.dst.slices(), block.slices), conv.dst[0]};
  if (request.uses_subgroups) request.group_size = GroupOfOneBlock(request.grid);
  return request;
}

KernelRequest BlockedSpatial(const Convolution& conv, const gpu::DeviceInfo& device) {
  KernelRequest request = conv.Request("conv_2d", WithShared(kSpatial));
  const int slices_per_group = conv.dst.slices() / conv.groups();
  OutputBlock block = ChooseBlock(conv.dst[2] * conv.dst[1] * conv.dst[0], slices_per_group, kLargeBlock);
  while (conv.groups() > 1 && slices_per_group % block.slices != 0) --block.slices;  // A block stays in its group.
  const int blocks = DivideRoundUp(conv.dst.slices(), block.slices);
  const RowBlock row = ChooseRowBlock(conv.window, conv.dst[2], conv.weights[2], block.pixels);
  const int row_blocks = RowBlocks(row, conv.window, conv.dst[2]);
  AddBlockedConstants(conv, block.slices, row.taps, device, request);
  std::ranges::move(RowBlockDefinitions(row, conv.window, conv.weights[2]), std::back_inserter(request.definitions));
  request.definitions.insert(request.definitions.end(),
                             {{"ROW_BLOCKS", row_blocks},
                              {"SLICES_PER_GROUP", DivideRoundUp(conv.weights[3], 4)},
                              {"DST_SLICES_PER_GROUP", conv.groups() == 1 ? blocks * block.slices : slices_per_group}});
  request.grid = {row_blocks * conv.dst[1], blocks, conv.dst[0]};
  if (request.uses_subgroups) request.group_size = GroupOfOneBlock(request.grid);
  return request;
}

}  // namespace

KernelRequest BlockedConvolution(const Convolution& conv, const gpu::DeviceInfo& device) {
  return conv.is_pointwise() ? BlockedPointwise(conv, device) : BlockedSpatial(conv, device);
}

}  // namespace mica::ops
