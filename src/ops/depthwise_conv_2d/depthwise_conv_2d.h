// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"
#include "ops/window/window.h"

namespace mica::ops {

struct DepthwiseConv2dAttributes {
  Window2d window;
};

// Inputs: image [B, H, W, C], weights [1, KH, KW, C * multiplier], optional bias [C * multiplier].
extern const OperatorDef kDepthwiseConv2d;

}  // namespace mica::ops
