// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "memory/strategy.h"
#include "plan/plan.h"

namespace mica::plan {

// Gives every intermediate tensor its place, such that tensors alive at the same dispatch never overlap.
Status PlaceTensors(Plan& plan, const gpu::DeviceInfo& device, memory::Strategy strategy);

}  // namespace mica::plan
