// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/resize/lattice.h"

#include <algorithm>
#include <cmath>

namespace mica::ops {

float Lattice::scale() const {
  if (attributes.align_corners && result_size > 1) {
    return static_cast<float>(source_size - 1) / static_cast<float>(result_size - 1);
  }
  return static_cast<float>(source_size) / static_cast<float>(result_size);
}

int Lattice::Nearest(int at) const {
  const float position = (static_cast<float>(at) + offset()) * scale();
  const float pixel = attributes.align_corners ? std::round(position) : std::floor(position);
  return std::clamp(static_cast<int>(pixel), 0, source_size - 1);
}

Lattice::Mix Lattice::Bilinear(int at) const {
  const float position = (static_cast<float>(at) + offset()) * scale() - offset();
  const int lower = std::clamp(static_cast<int>(std::floor(position)), 0, source_size - 1);
  const int upper = std::clamp(static_cast<int>(std::ceil(position)), 0, source_size - 1);
  return {.lower = lower, .upper = upper, .upper_share = position - static_cast<float>(lower)};
}

Lattice LatticeOfRows(const NodeView& resize) {
  return {.source_size = resize.input(0).desc.shape.height(),
          .result_size = resize.output(0).desc.shape.height(),
          .attributes = resize.attributes<ResizeAttributes>()};
}

Lattice LatticeOfColumns(const NodeView& resize) {
  return {.source_size = resize.input(0).desc.shape.width(),
          .result_size = resize.output(0).desc.shape.width(),
          .attributes = resize.attributes<ResizeAttributes>()};
}

}  // namespace mica::ops
