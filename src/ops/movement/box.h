// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <optional>
#include <string>

#include "operator/lowering.h"
#include "ops/movement/movement.h"

namespace mica::ops {

// Along one axis, index i of the result takes the source's index i + shift of the same axis. Outside [first, last) it
// has the fill value.
struct BoxAxis {
  int shift = 0;
  int first = 0;
  int last = 1;

  friend bool operator==(const BoxAxis&, const BoxAxis&) = default;
};

// What padding and slicing do: every axis stays an axis, so that a kernel need not count elements and divide.
struct Box {
  std::array<BoxAxis, 4> axes;  // Batch, height, width, slices.
  float fill = 0.0f;
};

// The movement, counted in slices, as a box of an image; nothing where it mixes axes or skips elements.
std::optional<Box> FindBox(const Movement& in_slices, const Shape& source, const Shape& result);

KernelRequest MakeBoxKernel(std::string name, const graph::Value& source, const graph::Value& result, const Box& box);

}  // namespace mica::ops
