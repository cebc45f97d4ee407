// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "operator/operator_def.h"

namespace mica::ops {

// Which axis of the source each axis of the result is; kUnsupported where it is computed at run time.
Result<std::vector<int>> PermutationOf(const NodeView& transpose);

extern const OperatorDef kTranspose;

}  // namespace mica::ops
