// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/tiled_kernel.h"

#include <algorithm>

#include "base/align.h"

namespace mica::ops {
namespace {

// A group computes TILE_PIXELS pixels x TILE_SLICES slices. The pixels and slices of one invocation lie a row of lanes
// apart: what its neighbours load then lies side by side in memory.
constexpr std::string_view kText = R"(
KERNEL {
  int part = LOCAL_Z;
  int lane = (LOCAL_Z * GROUP_SIZE_Y + LOCAL_Y) * GROUP_SIZE_X + LOCAL_X;
  int b = GROUP_Z;
  int first_pixel = GROUP_X * TILE_PIXELS;
  int first_slice = GROUP_Y * TILE_SLICES;

#if HAS_MIDDLE
  // First all channels of the value between: each is computed once and read by every lane.
  int middle_pixel = min(first_pixel + lane % TILE_PIXELS, DST_WIDTH * DST_HEIGHT - 1);
  int middle_x = middle_pixel % DST_WIDTH;
  int middle_y = middle_pixel / DST_WIDTH;
  for (int i = 0; i < MIDDLE_ROUNDS; ++i) {
    int slice = lane / TILE_PIXELS + i * SLICES_AT_ONCE;
    if (slice < MIDDLE_SLICES) {
      float4 value = middle_compute(b, middle_x, middle_y, slice TENSORS);
      values[slice * TILE_PIXELS + lane % TILE_PIXELS] = middle_steps(value, b, middle_x, middle_y, slice);
    }
  }
  BARRIER;
#endif

  int src_x[PIXELS];
  int src_y[PIXELS];
  float4 sum[PIXELS * SLICES];
  for (int p = 0; p < PIXELS; ++p) {
    int pixel = min(first_pixel + p * GROUP_SIZE_X + LOCAL_X, DST_WIDTH * DST_HEIGHT - 1);
    src_x[p] = pixel % DST_WIDTH * STRIDE_X - PADDING_LEFT;
    src_y[p] = pixel / DST_WIDTH * STRIDE_Y - PADDING_TOP;
    for (int s = 0; s < SLICES; ++s) sum[s * PIXELS + p] = FLOAT4(0.0);
  }
  for (int tap = part / SLICE_PARTS; tap < TAPS; tap += TAP_PARTS) {
#if !IS_POINTWISE
    bool inside[PIXELS];
    int x[PIXELS];
    int y[PIXELS];
    for (int p = 0; p < PIXELS; ++p) {
      x[p] = src_x[p] + tap % KERNEL_WIDTH * DILATION_X;
      y[p] = src_y[p] + tap / KERNEL_WIDTH * DILATION_Y;
      inside[p] = x[p] >= 0 && x[p] < SRC_WIDTH && y[p] >= 0 && y[p] < SRC_HEIGHT;
      x[p] = clamp(x[p], 0, SRC_WIDTH - 1);
      y[p] = clamp(y[p], 0, SRC_HEIGHT - 1);
    }
#endif
    for (int i = 0; i < SLICE_ROUNDS; ++i) {  // As often for all, so that compilers unroll it and load ahead.
      int s = i * SLICE_PARTS + part % SLICE_PARTS;
#if SLICE_ROUNDS * SLICE_PARTS > INPUT_SLICES
      if (s >= INPUT_SLICES) break;
#endif
      float4 value[PIXELS];
      for (int p = 0; p < PIXELS; ++p) {
#if HAS_MIDDLE
        value[p] = values[s * TILE_PIXELS + p * GROUP_SIZE_X + LOCAL_X];
#elif IS_POINTWISE
        value[p] = src_read(b, src_x[p], src_y[p], s);
#else
        value[p] = src_read(b, x[p], y[p], s);  // In any case: a load behind a condition waits for those before it.
        if (!inside[p]) value[p] = FLOAT4(0.0);
#endif
      }
      int weight = (tap * INPUT_SLICES + s) * 4 * WEIGHT_SLICES + first_slice + LOCAL_Y;
      for (int o = 0; o < SLICES; ++o) {
        float4 w0 = weights_read(weight + o * GROUP_SIZE_Y);
        float4 w1 = weights_read(weight + o * GROUP_SIZE_Y + WEIGHT_SLICES);
        float4 w2 = weights_read(weight + o * GROUP_SIZE_Y + WEIGHT_SLICES * 2);
        float4 w3 = weights_read(weight + o * GROUP_SIZE_Y + WEIGHT_SLICES * 3);
        for (int p = 0; p < PIXELS; ++p) {
          float4 v = value[p];
          sum[o * PIXELS + p] += w0 * v.x + w1 * v.y + w2 * v.z + w3 * v.w;
        }
      }
    }
  }

#if PARTS == 1
  for (int o = 0; o < SLICES; ++o) {
    int slice = first_slice + o * GROUP_SIZE_Y + LOCAL_Y;
    for (int p = 0; p < PIXELS; ++p) {
      int pixel = first_pixel + p * GROUP_SIZE_X + LOCAL_X;
      if (pixel < DST_WIDTH * DST_HEIGHT && slice < DST_SLICES) {
        dst_write(sum[o * PIXELS + p] + bias_read(slice), b, pixel % DST_WIDTH, pixel / DST_WIDTH, slice);
      }
    }
  }
#else
#if HAS_MIDDLE
  BARRIER;  // The values are read no more: their place serves the sums.
#endif
  for (int o = 0; o < SLICES; ++o) {
    int row = (part * TILE_SLICES + o * GROUP_SIZE_Y + LOCAL_Y) * TILE_PIXELS;
    for (int p = 0; p < PIXELS; ++p) values[row + p * GROUP_SIZE_X + LOCAL_X] = sum[o * PIXELS + p];
  }
  BARRIER;
  for (int i = lane; i < TILE_PIXELS * TILE_SLICES; i += GROUP_SIZE_X * GROUP_SIZE_Y * GROUP_SIZE_Z) {
    int pixel = first_pixel + i % TILE_PIXELS;
    int slice = first_slice + i / TILE_PIXELS;
    if (pixel < DST_WIDTH * DST_HEIGHT && slice < DST_SLICES) {
      float4 total = bias_read(slice);
      for (int other = 0; other < PARTS; ++other) total += values[other * TILE_PIXELS * TILE_SLICES + i];
      dst_write(total, b, pixel % DST_WIDTH, pixel / DST_WIDTH, slice);
    }
  }
#endif
}
)";

KernelRequest MakeRequest(const Convolution& conv, const Tile& tile, std::string name, std::string text) {
  constexpr int kO = 0, kY = 1, kX = 2, kI = 3;  // Axes of the weights in the file.
  const int pixels = conv.dst[1] * conv.dst[2];
  const int slices = conv.dst.slices();
  const int weight_slices = DivideRoundUp(slices, tile.tile_slices()) * tile.tile_slices();
  KernelRequest request = conv.Request(std::move(name), text);
  request.definitions.insert(request.definitions.end(),
                             {{"IS_POINTWISE", conv.is_pointwise() ? 1 : 0},
                              {"TAPS", conv.weights[1] * conv.weights[2]},
                              {"INPUT_SLICES", conv.src.slices()},
                              {"WEIGHT_SLICES", weight_slices},
                              {"PIXELS", tile.pixels},
                              {"SLICES", tile.slices},
                              {"TILE_PIXELS", tile.tile_pixels()},
                              {"TILE_SLICES", tile.tile_slices()},
                              {"PARTS", tile.parts()},
                              {"SLICE_PARTS", tile.slice_parts},
                              {"SLICE_ROUNDS", DivideRoundUp(conv.src.slices(), tile.slice_parts)},
                              {"TAP_PARTS", tile.tap_parts}});
  // All outputs of one input channel side by side: the lanes of a group read along them.
  conv.AddConstants(
      request,
      {{kY, conv.weights[1], 1}, {kX, conv.weights[2], 1}, {kI, conv.src.slices() * 4, 1}, {kO, weight_slices * 4, 1}},
      weight_slices * 4);
  const std::array<int, 3> group = tile.group_size();
  request.group_size = group;
  // Groups count tiles of pixels, tiles of slices and batches.
  request.grid = {DivideRoundUp(pixels, tile.tile_pixels()) * group[0],
                  DivideRoundUp(slices, tile.tile_slices()) * group[1], conv.dst[0] * group[2]};
  return request;
}

}  // namespace

KernelRequest TiledConvolution(const Convolution& conv, const Tile& tile) {
  KernelRequest request =
      MakeRequest(conv, tile, conv.is_pointwise() ? "conv_2d_pointwise_tiled" : "conv_2d_tiled", std::string(kText));
  request.definitions.emplace_back("HAS_MIDDLE", 0);
  if (tile.parts() > 1) request.shared.push_back({"values", "float4", tile.shared_float4s()});
  return request;
}

std::size_t SharedBytesOfInner(const Convolution& conv, const Tile& tile) {
  return 16 * static_cast<std::size_t>(std::max(tile.shared_float4s(), tile.tile_pixels() * conv.src.slices()));
}

KernelRequest TiledConvolutionOf(const Convolution& conv, const Tile& tile, std::string_view compute) {
  KernelRequest request = MakeRequest(conv, tile, "conv_2d_tiled", std::string(compute) + std::string(kText));
  request.reads.clear();
  const int slices_at_once = tile.invocations() / tile.tile_pixels();
  request.definitions.insert(request.definitions.end(),
                             {{"HAS_MIDDLE", 1},
                              {"SLICES_AT_ONCE", slices_at_once},
                              {"MIDDLE_ROUNDS", DivideRoundUp(conv.src.slices(), slices_at_once)}});
  request.shared.push_back({"values", "float4", static_cast<int>(SharedBytesOfInner(conv, tile) / 16)});
  return request;
}

}  // namespace mica::ops
