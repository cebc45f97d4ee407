// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "plan/fusion.h"

namespace mica::plan {

// Whether a kernel with its steps fits into the binding points of the device; says which kind is short.
Status CheckBindingLimits(const FusedKernel& kernel, const gpu::DeviceInfo& device, const TensorTypes& types);

}  // namespace mica::plan
