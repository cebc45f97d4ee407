// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstdint>

#include "gpu/device_info.h"

namespace mica::ops {

// How many invocations share the work on one output, which is a loop of `iterations`: 1 where the outputs alone keep
// the device busy or the loop is short, else a work group that adds up its parts in shared memory.
int InvocationsPerOutput(const gpu::DeviceInfo& device, std::int64_t outputs, std::int64_t iterations);

// A work group along x alone, whose subgroups therefore agree on y and z: 4 invocations or more, at most `most`, and
// few more than `width`.
std::array<int, 3> GroupAlongX(int width, int most);

}  // namespace mica::ops
