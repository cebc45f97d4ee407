// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/split_kernel.h"

#include <algorithm>
#include <bit>

#include "base/align.h"

namespace mica::ops {
namespace {

// A group computes PIXEL_GROUPS * BLOCK_PIXELS pixels of the image in one row x GROUP_SIZE_Z slices. Invocation (x, y,
// z) adds up every PARTS-th of the KERNEL_HEIGHT * KERNEL_WIDTH * SRC_SLICES terms of its pixels and slice; then the
// parts' sums are added by the first BLOCK_PIXELS parts, a pixel each.
constexpr std::string_view kText = R"(
KERNEL {
  int part = LOCAL_Y;
  int p0 = (GROUP_X * GROUP_SIZE_X + LOCAL_X) * BLOCK_PIXELS;
  int slice = GROUP_Y * GROUP_SIZE_Z + LOCAL_Z;
  int b = GROUP_Z;
  int weight_slice = min(slice, DST_SLICES - 1);

  int src_x[BLOCK_PIXELS];
  int src_y[BLOCK_PIXELS];
  float4 sum[BLOCK_PIXELS];
  for (int p = 0; p < BLOCK_PIXELS; ++p) {
    int pixel = min(p0 + p, DST_WIDTH * DST_HEIGHT - 1);
    src_x[p] = pixel % DST_WIDTH * STRIDE_X - PADDING_LEFT;
    src_y[p] = pixel / DST_WIDTH * STRIDE_Y - PADDING_TOP;
    sum[p] = FLOAT4(0.0);
  }
  for (int term = part; term < KERNEL_HEIGHT * KERNEL_WIDTH * SRC_SLICES; term += PARTS) {
    int weight = (weight_slice * KERNEL_HEIGHT * KERNEL_WIDTH * SRC_SLICES + term) * 4;
    float4 w0 = weights_read(weight);
    float4 w1 = weights_read(weight + 1);
    float4 w2 = weights_read(weight + 2);
    float4 w3 = weights_read(weight + 3);
    for (int p = 0; p < BLOCK_PIXELS; ++p) {
#if IS_POINTWISE
      float4 v = src_read(b, src_x[p], src_y[p], term);
#else
      int tap = term / SRC_SLICES;
      int x = src_x[p] + tap % KERNEL_WIDTH * DILATION_X;
      int y = src_y[p] + tap / KERNEL_WIDTH * DILATION_Y;
      bool inside = x >= 0 && x < SRC_WIDTH && y >= 0 && y < SRC_HEIGHT;
      float4 v = FLOAT4(0.0);
      if (inside) v = src_read(b, x, y, term % SRC_SLICES);
#endif
      sum[p] += w0 * v.x + w1 * v.y + w2 * v.z + w3 * v.w;
    }
  }
#if PARTS > 1
  int column = LOCAL_Z * GROUP_SIZE_X + LOCAL_X;
  for (int p = 0; p < BLOCK_PIXELS; ++p) {
    partial[(part * BLOCK_PIXELS + p) * (GROUP_SIZE_X * GROUP_SIZE_Z) + column] = sum[p];
  }
  BARRIER;
  for (int p = part; p < BLOCK_PIXELS; p += PARTS) {
    float4 total = bias_read(weight_slice);
    for (int other = 0; other < PARTS; ++other) {
      total += partial[(other * BLOCK_PIXELS + p) * (GROUP_SIZE_X * GROUP_SIZE_Z) + column];
    }
    int pixel = p0 + p;
    if (pixel < DST_WIDTH * DST_HEIGHT && slice < DST_SLICES) {
      dst_write(total, b, pixel % DST_WIDTH, pixel / DST_WIDTH, slice);
    }
  }
#else
  for (int p = 0; p < BLOCK_PIXELS; ++p) {
    int pixel = p0 + p;
    if (pixel < DST_WIDTH * DST_HEIGHT && slice < DST_SLICES) {
      dst_write(sum[p] + bias_read(weight_slice), b, pixel % DST_WIDTH, pixel / DST_WIDTH, slice);
    }
  }
#endif
}
)";

struct Split {
  int block_pixels = 1;
  int pixel_groups = 1;  // Invocations along the pixels of a group.
  int parts = 1;
  int slices = 1;  // Of a group.
};

int FloorPowerOfTwo(int value) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(value, 1))));
}

Split ChooseSplit(int pixels, int slices, int terms, const gpu::DeviceInfo& device) {
  constexpr int kWantedInvocations = 1 << 17;  // Enough to keep a large GPU's schedulers busy.
  constexpr int kFewestTerms = 4;              // Below, a part would do little but add up.
  Split split{.block_pixels = pixels >= 4 ? 4 : pixels >= 2 ? 2 : 1};
  split.pixel_groups = std::clamp(FloorPowerOfTwo(DivideRoundUp(pixels, split.block_pixels)), 1, 8);
  const int invocations = std::max(1, pixels / split.block_pixels * slices);
  const int wanted_parts = std::min(kWantedInvocations / invocations, terms / kFewestTerms);
  split.parts = std::clamp(FloorPowerOfTwo(wanted_parts), 1, 16);
  const int budget = std::min(128, device.max_group_invocations) / (split.pixel_groups * split.parts);
  split.slices = std::clamp(FloorPowerOfTwo(std::min(budget, slices)), 1, split.parts > 1 ? 4 : 16);
  return split;
}

}  // namespace

KernelRequest SplitConvolution(const Convolution& conv, const gpu::DeviceInfo& device) {
  constexpr int kO = 0, kY = 1, kX = 2, kI = 3;  // Axes of the weights in the file.
  const int pixels = conv.dst[1] * conv.dst[2];
  const int slices = conv.dst.slices();
  const int input_slices = conv.src.slices();
  const int terms = conv.weights[1] * conv.weights[2] * input_slices;
  const Split split = ChooseSplit(pixels * conv.dst[0], slices, terms, device);

  KernelRequest request = conv.Request(conv.is_pointwise() ? "conv_2d_pointwise_split" : "conv_2d_split", kText);
  request.definitions.insert(
      request.definitions.end(),
      {{"IS_POINTWISE", conv.is_pointwise() ? 1 : 0}, {"BLOCK_PIXELS", split.block_pixels}, {"PARTS", split.parts}});
  conv.AddConstants(request,
                    {{kO, slices, 4},
                     {kY, conv.weights[1], 1},
                     {kX, conv.weights[2], 1},
                     {kI, input_slices, 4},
                     {kI, 4, 1},
                     {kO, 4, 1}},
                    slices * 4);
  if (split.parts > 1) {
    request.shared.push_back(
        {"partial", "float4", split.parts * split.block_pixels * split.pixel_groups * split.slices});
  }
  const int pixel_blocks = DivideRoundUp(pixels, split.block_pixels);
  request.group_size = std::array{split.pixel_groups, split.parts, split.slices};
  // The grid's axes are pixels, slices and batches; within a group y counts parts and z slices.
  request.grid = {pixel_blocks, DivideRoundUp(slices, split.slices) * split.parts, conv.dst[0] * split.slices};
  return request;
}

}  // namespace mica::ops
