// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>

#include "gpu/device_info.h"

namespace mica::plan {

// The work group for a kernel that leaves the choice: a rule on the device and the grid, the last resort behind what a
// user, a tuning cache or a table of known GPUs would say.
// `slices_lie_together`: the channels of a pixel are neighbours in what it writes, as in a row-major tensor.
std::array<int, 3> ChooseGroupSize(const gpu::DeviceInfo& device, const std::array<int, 3>& grid,
                                   bool slices_lie_together = false);

}  // namespace mica::plan
