// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "operator/operator_def.h"

namespace mica::ops {

// Used where the file gives no second input with the new shape.
struct ReshapeAttributes {
  std::vector<int> new_shape;
};

struct SqueezeAttributes {
  std::vector<int> axes;  // Empty: all of size 1.
};

extern const OperatorDef kReshape;
extern const OperatorDef kSqueeze;
extern const OperatorDef kExpandDims;

}  // namespace mica::ops
