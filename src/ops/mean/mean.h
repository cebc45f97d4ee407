// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

struct MeanAttributes {
  bool keep_dims = false;  // Reduced axes stay as axes of size 1.
};

extern const OperatorDef kMean;

}  // namespace mica::ops
