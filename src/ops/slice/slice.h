// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// One bit for each entry of begin, end and strides.
struct StridedSliceAttributes {
  int begin_mask = 0;        // From the first element on, whatever `begin` says.
  int end_mask = 0;          // Up to the last element.
  int ellipsis_mask = 0;     // The entry stands for all axes that the other entries leave over.
  int new_axis_mask = 0;     // A new axis of size 1.
  int shrink_axis_mask = 0;  // The one element at `begin`; the axis vanishes.
  bool offset = false;       // `end` counts from `begin`.
};

extern const OperatorDef kSlice;
extern const OperatorDef kStridedSlice;

}  // namespace mica::ops
