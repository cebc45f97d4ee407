// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// Which points of source and result lie upon each other. Neither: their upper left corners, as one lattice on the
// other.
struct ResizeAttributes {
  bool align_corners = false;       // The centers of the corner pixels do.
  bool half_pixel_centers = false;  // The outer edges do: what every image editor does.
};

extern const OperatorDef kResizeBilinear;
extern const OperatorDef kResizeNearestNeighbor;

}  // namespace mica::ops
