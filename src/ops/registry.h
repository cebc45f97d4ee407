// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string_view>

#include "operator/operator_def.h"

namespace mica::ops {

// Every operator Mica knows, in alphabetical order.
std::span<const OperatorDef* const> AllOperators();

// nullptr for an operator Mica does not know.
const OperatorDef* FindOperator(std::string_view name);

}  // namespace mica::ops
