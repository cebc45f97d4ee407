// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

struct FullyConnectedAttributes {
  bool keep_num_dims = false;
  schema::FullyConnectedOptionsWeightsFormat weights_format = schema::FullyConnectedOptionsWeightsFormat_DEFAULT;
};

// Inputs: any tensor, read as rows of I elements; weights [O, I]; optional bias [O].
extern const OperatorDef kFullyConnected;

}  // namespace mica::ops
