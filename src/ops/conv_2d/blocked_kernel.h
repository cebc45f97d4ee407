// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "ops/conv_2d/convolution.h"

namespace mica::ops {

// A convolution in which every invocation computes a block of outputs by itself: for software GPUs, where a barrier
// costs more than loading a value twice, and for groups of whole slices anywhere.
KernelRequest BlockedConvolution(const Convolution& conv, const gpu::DeviceInfo& device);

}  // namespace mica::ops
