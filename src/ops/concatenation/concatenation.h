// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

struct ConcatenationAttributes {
  int axis = 0;  // A negative one counts from the end.
};

extern const OperatorDef kConcatenation;

}  // namespace mica::ops
