// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/unaligned_groups_kernel.h"

namespace mica::ops {
namespace {

constexpr int kO = 0, kY = 1, kX = 2, kI = 3;  // Axes of the weights in the file.

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

}  // namespace

KernelRequest UnalignedGroupsConvolution(const Convolution& conv) {
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

}  // namespace mica::ops
