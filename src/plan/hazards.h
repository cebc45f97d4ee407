// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "plan/plan.h"

namespace mica::plan {

// Sets barrier_before where a dispatch touches memory that one since the last barrier wrote, or writes what such a one
// still reads: aliasing included, for tensors that share memory share their hazards.
void SetBarriers(Plan& plan);

}  // namespace mica::plan
