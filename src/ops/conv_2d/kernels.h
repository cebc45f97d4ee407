// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// Chooses the kernel of a convolution by its shape and the device.
Status LowerConv2d(const NodeView& node, const LoweringContext& context, KernelSequence& sequence);

// How many outputs one invocation computes: enough arithmetic for each value loaded, enough invocations for the device.
struct OutputBlock {
  int pixels = 1;
  int slices = 1;
};
OutputBlock ChooseBlock(const gpu::DeviceInfo& device, int pixels, int slices);

}  // namespace mica::ops
