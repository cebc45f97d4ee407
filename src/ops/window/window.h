// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "base/status.h"
#include "kernel/kernel.h"
#include "schema/tflite_generated.h"

namespace mica::ops {

// Zeros around an image: what a PAD merged into the operator behind it leaves there.
struct Padding2d {
  int top = 0, bottom = 0, left = 0, right = 0;

  friend bool operator==(const Padding2d&, const Padding2d&) = default;
};

// How a kernel slides over an image; shared by convolutions and pools.
struct Window2d {
  int stride_y = 1, stride_x = 1;
  int dilation_y = 1, dilation_x = 1;
  schema::Padding padding = schema::Padding_VALID;  // Chosen by the file, for the image with `explicit_padding` around.
  Padding2d explicit_padding;
};

// A window put on an image of known size.
struct PlacedWindow {
  int output_height = 0, output_width = 0;
  int top = 0, left = 0;  // Source coordinates of output (0, 0) are (-top, -left).
};

// SAME puts the odd pixel of padding behind, as TensorFlow does.
PlacedWindow Place(const Window2d& window, int height, int width, int kernel_height, int kernel_width);

// Strides and dilations must be positive, and the window must fit at least once.
Status CheckWindow(const Window2d& window, int height, int width, int kernel_height, int kernel_width);

// STRIDE_X, STRIDE_Y, DILATION_X, DILATION_Y, PADDING_TOP, PADDING_LEFT for kernel texts.
std::vector<kernel::Definition> WindowDefinitions(const Window2d& window, const PlacedWindow& placed);

// What one invocation computes of a row: `pixels` outputs, which share the values that their windows have in common.
// They lie dilation_x apart, for so do the taps of a window. A row of a window is walked `taps` at a time.
struct RowBlock {
  int pixels = 1;
  int taps = 1;
};

// At most `most_pixels` outputs, as equal blocks of a row of `width`.
RowBlock ChooseRowBlock(const Window2d& window, int width, int kernel_width, int most_pixels);

// How many blocks a row of `width` has.
int RowBlocks(const RowBlock& block, const Window2d& window, int width);

// ROW_PIXELS, ROW_TAPS, ROW_PARTS: how often there are so many taps in a row; ROW_COLUMNS: how many values of a row the
// taps of all pixels meet, and ROW_STEP: how many of them lie between the first of two neighbours. Column c is
// c / ROW_STEP * STRIDE_X + c % ROW_STEP taps behind the first.
std::vector<kernel::Definition> RowBlockDefinitions(const RowBlock& block, const Window2d& window, int kernel_width);

// Strides and padding of any options table that has them.
template <typename Table>
Window2d ReadStrides(const Table& options) {
  return {.stride_y = options.stride_h(), .stride_x = options.stride_w(), .padding = options.padding()};
}

}  // namespace mica::ops
