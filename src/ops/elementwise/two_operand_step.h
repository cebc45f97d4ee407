// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// The step of a node with two inputs, which `expression` names `left` and `right`. The input in `value_slot` is the
// value at hand. The other one is the same value, or a literal where it is a constant scalar (no binding, no load), or
// read at the value's place.
StepRequest MakeTwoOperandStep(const NodeView& node, int value_slot, std::string_view expression);

}  // namespace mica::ops
