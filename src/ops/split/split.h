// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// Input 0 is the axis, input 1 the source; the outputs are equal parts of it.
extern const OperatorDef kSplit;

}  // namespace mica::ops
