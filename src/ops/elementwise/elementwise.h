// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// LEAKY_RELU is the one operator here that has attributes: the slope below zero.
struct LeakyReluAttributes {
  float alpha = 0.0f;
};

// ABS to TANH: the plain element-wise operators, one row of a table each.
std::span<const OperatorDef> ElementwiseOperators();

}  // namespace mica::ops
