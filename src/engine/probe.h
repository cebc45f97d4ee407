// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "gpu/device.h"

namespace mica::engine {

// What a device reaches when it does one thing only, through the same kernel language as everything else.
struct DevicePeaks {
  double multiply_adds_per_second = 0;  // Independent ones, in fp32.
  double bytes_per_second = 0;          // Of a large copy: bytes read and bytes written.
  double empty_dispatch_us = 0;         // Of one that does next to nothing, behind a barrier.
};

// Measures them. The work grows until its time can be measured, so that a fast GPU and a slow one both take some tens
// of milliseconds. Only where the device has timestamps.
Result<DevicePeaks> ProbePeaks(gpu::Device& device);

}  // namespace mica::engine
