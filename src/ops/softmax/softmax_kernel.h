// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/lowering.h"
#include "operator/node_view.h"

namespace mica::ops {

// One invocation a pixel where there are many pixels; else a work group a pixel, which shares the channels out.
KernelRequest MakeSoftmaxKernel(const NodeView& node, const gpu::DeviceInfo& device);

}  // namespace mica::ops
