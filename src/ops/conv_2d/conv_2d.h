// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"
#include "ops/window/window.h"

namespace mica::ops {

struct Conv2dAttributes {
  Window2d window;
};

// Inputs: image [B, H, W, I], weights [O, KH, KW, I / groups], optional bias [O].
extern const OperatorDef kConv2d;

}  // namespace mica::ops
