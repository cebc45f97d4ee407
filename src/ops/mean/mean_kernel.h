// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"
#include "ops/mean/reduced_axes.h"

namespace mica::ops {

// `reduced` is a mask over the GPU's [batch, height, width, channels] of the input.
KernelRequest MakeMeanKernel(const NodeView& node, const AxisMask& reduced, const gpu::DeviceInfo& device);

}  // namespace mica::ops
