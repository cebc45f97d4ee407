// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

struct SoftmaxAttributes {
  float beta = 0.0f;  // What the inputs are multiplied by: 1 in all but exotic models.
};

extern const OperatorDef kSoftmax;

}  // namespace mica::ops
