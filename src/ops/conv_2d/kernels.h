// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// Chooses the kernel of a convolution by its shape and the device.
Status LowerConv2d(const NodeView& node, const LoweringContext& context, KernelSequence& sequence);

}  // namespace mica::ops
