// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "ops/conv_2d/convolution.h"

namespace mica::ops {

// The kernel for GPUs with thousands of lanes: at batch 1 the latency of a chain of loads is what costs, so the
// invocations of a group share the input channels (and the window) among them and add up in shared memory.
KernelRequest SplitConvolution(const Convolution& conv, const gpu::DeviceInfo& device);

}  // namespace mica::ops
