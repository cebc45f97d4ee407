// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/window/window.h"

#include <algorithm>

#include "base/align.h"

namespace mica::ops {
namespace {

struct Axis {
  int output = 0;
  int before = 0;
};

Axis PlaceAxis(int size, int kernel, int stride, int dilation, schema::Padding padding, int before, int behind) {
  const std::int64_t padded = std::int64_t{size} + before + behind;
  const std::int64_t extent = std::int64_t{kernel - 1} * dilation + 1;
  if (padding == schema::Padding_VALID) {
    return {.output = static_cast<int>(padded < extent ? 0 : (padded - extent) / stride + 1), .before = before};
  }
  const std::int64_t output = (padded + stride - 1) / stride;
  const std::int64_t missing = std::max<std::int64_t>(0, (output - 1) * stride + extent - padded);
  return {.output = static_cast<int>(output), .before = before + static_cast<int>(missing / 2)};
}

}  // namespace

PlacedWindow Place(const Window2d& window, int height, int width, int kernel_height, int kernel_width) {
  const Padding2d& extra = window.explicit_padding;
  const Axis y =
      PlaceAxis(height, kernel_height, window.stride_y, window.dilation_y, window.padding, extra.top, extra.bottom);
  const Axis x =
      PlaceAxis(width, kernel_width, window.stride_x, window.dilation_x, window.padding, extra.left, extra.right);
  return {.output_height = y.output, .output_width = x.output, .top = y.before, .left = x.before};
}

Status CheckWindow(const Window2d& window, int height, int width, int kernel_height, int kernel_width) {
  if (window.stride_y < 1 || window.stride_x < 1 || window.dilation_y < 1 || window.dilation_x < 1) {
    return InvalidModel("strides are {} x {} and dilations {} x {}; each must be at least 1.", window.stride_y,
                        window.stride_x, window.dilation_y, window.dilation_x);
  }
  if (kernel_height < 1 || kernel_width < 1) {
    return InvalidModel("the window is {} x {}; it must have at least one element.", kernel_height, kernel_width);
  }
  constexpr std::int64_t kLargest = 1 << 30;  // Coordinates in kernels are 32-bit integers.
  for (const auto [size, kernel, stride, dilation] :
       {std::array{height, kernel_height, window.stride_y, window.dilation_y},
        std::array{width, kernel_width, window.stride_x, window.dilation_x}}) {
    if (std::int64_t{kernel} * dilation + std::int64_t{size} + stride > kLargest) {
      return InvalidModel("a window of {} with dilation {} on {} pixels is too large.", kernel, dilation, size);
    }
  }
  const PlacedWindow placed = Place(window, height, width, kernel_height, kernel_width);
  if (placed.output_height < 1 || placed.output_width < 1) {
    return InvalidModel("the window is {} x {}; the image has only {} x {} pixels.", kernel_height, kernel_width,
                        height, width);
  }
  return Ok();
}

std::vector<kernel::Definition> WindowDefinitions(const Window2d& window, const PlacedWindow& placed) {
  return {{"STRIDE_X", window.stride_x},     {"STRIDE_Y", window.stride_y}, {"DILATION_X", window.dilation_x},
          {"DILATION_Y", window.dilation_y}, {"PADDING_TOP", placed.top},   {"PADDING_LEFT", placed.left}};
}

RowBlock ChooseRowBlock(const Window2d& window, int width, int kernel_width, int most_pixels) {
  // Texts have a statement for every tap and pixel: of a wide kernel, a part that divides it.
  constexpr int kMostTaps = 7;
  int taps = std::min(kernel_width, kMostTaps);
  while (kernel_width % taps != 0) --taps;
  const int neighbours = DivideRoundUp(width, window.dilation_x);
  return {.pixels = DivideRoundUp(neighbours, DivideRoundUp(neighbours, most_pixels)), .taps = taps};
}

int RowBlocks(const RowBlock& block, const Window2d& window, int width) {
  return DivideRoundUp(width, block.pixels * window.dilation_x) * window.dilation_x;
}

std::vector<kernel::Definition> RowBlockDefinitions(const RowBlock& block, const Window2d& window, int kernel_width) {
  const int step = std::min(window.stride_x, block.taps);
  return {{"ROW_PIXELS", block.pixels},
          {"ROW_TAPS", block.taps},
          {"ROW_PARTS", kernel_width / block.taps},
          {"ROW_STEP", step},
          {"ROW_COLUMNS", (block.pixels - 1) * step + block.taps}};
}

}  // namespace mica::ops
