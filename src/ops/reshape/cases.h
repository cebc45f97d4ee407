// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "operator/operator_case.h"

namespace mica::ops {

std::vector<OperatorCase> ReshapeCases();
std::vector<OperatorCase> SqueezeCases();
std::vector<OperatorCase> ExpandDimsCases();

}  // namespace mica::ops
