// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "passes/pass.h"

namespace mica::passes {

// Before it is decided what the GPU takes: only what every device needs and no operator's meaning hangs on.
std::span<const Pass> Canonicalization();

// What makes the GPU's part fast.
std::span<const Pass> Optimization();

}  // namespace mica::passes
