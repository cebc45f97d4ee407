// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>

#include "operator/lowering.h"

namespace mica::ops {

// Adds the kernels that write `parts` one behind the other along `axis` of `result`. Each kernel reads up to three
// parts. Where more of them share slices of channels, groups are joined in scratch tensors first; else every kernel
// writes its own part of the result.
void JoinAlong(int axis, std::span<const graph::Value* const> parts, const graph::Value& result,
               KernelSequence& sequence);

}  // namespace mica::ops
