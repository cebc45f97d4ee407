// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/shape.h"

namespace mica {

// How the elements of a constant are laid out for the kernel that reads them: a nest of loops, outermost first, that
// walks the packed array in order. Each loop steps along one axis of the source; steps along the same axis add up, and
// an index behind the end of its axis gives 0. So one description serves every layout of weights, is plain data, and
// can be printed and cached:
//
//   convolution weights [O, H, W, I] as [O/4][H][W][I/4] blocks of 4 inputs x 4 outputs:
//   {{kO, slices(O), 4}, {kH, H, 1}, {kW, W, 1}, {kI, slices(I), 4}, {kI, 4, 1}, {kO, 4, 1}}
struct PackingLoop {
  int axis = 0;
  int count = 1;
  int step = 1;

  friend bool operator==(const PackingLoop&, const PackingLoop&) = default;
};

struct Packing {
  Shape source;  // The constant's elements are seen in this shape.
  std::vector<PackingLoop> loops;

  std::size_t elements() const;
  friend bool operator==(const Packing&, const Packing&) = default;
};

// "[2x4@0][3x1@1]...": count x step @ axis.
std::string ToString(const Packing& packing);

std::vector<float> Pack(const Packing& packing, std::span<const float> source);

// A vector of `channels` elements, padded to whole slices: biases, slopes.
Packing PackVector(int channels);

}  // namespace mica
