// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_case.h"

namespace mica::ops {

// Shapes with elements from [low, high].
std::vector<OperatorCase> UnaryCasesWithin(float low, float high);

// The right operand's elements are from [low, high]: a divisor keeps away from zero.
std::vector<OperatorCase> BinaryCasesWithin(float low, float high);

// For functions that saturate: also far beyond where exp() overflows.
std::vector<OperatorCase> SaturatingCases();

std::vector<OperatorCase> LeakyReluCases();

// Ranges as template arguments, so that a table can hold plain functions.
template <int low, int high>
std::vector<OperatorCase> UnaryCases() {
  return UnaryCasesWithin(low, high);
}
template <int low, int high>
std::vector<OperatorCase> BinaryCases() {
  return BinaryCasesWithin(low, high);
}

}  // namespace mica::ops
