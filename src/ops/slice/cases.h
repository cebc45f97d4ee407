// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "operator/operator_case.h"

namespace mica::ops {

std::vector<OperatorCase> SliceCases();
std::vector<OperatorCase> StridedSliceCases();

}  // namespace mica::ops
