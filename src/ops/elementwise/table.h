// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// One element-wise operator.
struct ElementwiseRow {
  std::string_view name;
  int operands = 1;

  // What one element becomes. An operator of one operand is given LEAKY_RELU's alpha, or 0, as `right`.
  float (*of_floats)(float left, float right) = nullptr;
  // The same in the kernel language, four channels at once: of `value`, or of `left` and `right`.
  std::string_view expression;
  // For int32 and int64, which constant folding meets; nullptr: the operator has no use there.
  std::int64_t (*of_integers)(std::int64_t left, std::int64_t right) = nullptr;

  std::vector<OperatorCase> (*cases)() = nullptr;
  Result<std::any> (*parse)(const OperatorReader& op) = ParseNothing;
  schema::ActivationFunctionType (*fused_activation)(const OperatorReader& op) = nullptr;
};

std::span<const ElementwiseRow> ElementwiseTable();

}  // namespace mica::ops
