// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "ops/resize/resize.h"

namespace mica::ops {

// One axis of a resize. All arithmetic is TFLite's own, in float: NEAREST takes another pixel where the last bit of a
// product differs.
struct Lattice {
  int source_size = 1;
  int result_size = 1;
  ResizeAttributes attributes;

  // Source pixels a result pixel.
  float scale() const;
  // Where in its pixel a pixel is measured.
  float offset() const { return attributes.half_pixel_centers ? 0.5f : 0.0f; }

  // The pixel that NEAREST takes for result pixel `at`.
  int Nearest(int at) const;

  // The two pixels that BILINEAR mixes, and the share of the upper one.
  struct Mix {
    int lower = 0;
    int upper = 0;
    float upper_share = 0.0f;
  };
  Mix Bilinear(int at) const;
};

Lattice LatticeOfRows(const NodeView& resize);
Lattice LatticeOfColumns(const NodeView& resize);

}  // namespace mica::ops
