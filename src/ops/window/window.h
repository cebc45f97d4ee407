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

// Strides and padding of any options table that has them.
template <typename Table>
Window2d ReadStrides(const Table& options) {
  return {.stride_y = options.stride_h(), .stride_x = options.stride_w(), .padding = options.padding()};
}

}  // namespace mica::ops
