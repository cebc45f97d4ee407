// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "ops/conv_2d/conv_2d.h"
#include "ops/conv_2d/tile.h"

namespace mica::ops {

// A CONV_2D node as its kernels see it.
struct Convolution {
  const NodeView& node;
  Shape src, dst, weights;
  Window2d window;
  PlacedWindow placed;

  explicit Convolution(const NodeView& conv)
      : node(conv),
        src(conv.input(0).desc.shape),
        dst(conv.output(0).desc.shape),
        weights(conv.input(1).desc.shape),
        window(conv.attributes<Conv2dAttributes>().window),
        placed(Place(window, src[1], src[2], weights[1], weights[2])) {}

  int groups() const { return src[3] / weights[3]; }
  bool is_pointwise() const {
    return weights[1] == 1 && weights[2] == 1 && groups() == 1 && placed.top == 0 && placed.left == 0 &&
           (dst[1] - 1) * window.stride_y < src[1] && (dst[2] - 1) * window.stride_x < src[2];
  }
  bool has_aligned_groups() const { return groups() == 1 || (weights[3] % 4 == 0 && weights[0] / groups() % 4 == 0); }

  ProductShape product() const {
    return {.pixels = dst[1] * dst[2],
            .output_slices = dst.slices(),
            .taps = weights[1] * weights[2],
            .input_slices = src.slices()};
  }

  // What every kernel of a convolution has in common.
  KernelRequest Request(std::string name, std::string_view text) const;
  // Weights packed by `weight_loops`, and the bias padded with zeros to `padded_outputs`.
  void AddConstants(KernelRequest& request, std::vector<PackingLoop> weight_loops, int padded_outputs) const;
};

}  // namespace mica::ops
