// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"
#include "ops/window/window.h"

namespace mica::ops {

struct Pool2dAttributes {
  Window2d window;
  int height = 1, width = 1;  // Of the window.
};

extern const OperatorDef kAveragePool2d;
extern const OperatorDef kMaxPool2d;

}  // namespace mica::ops
