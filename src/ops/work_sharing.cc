// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/work_sharing.h"

#include <algorithm>

namespace mica::ops {

int InvocationsPerOutput(const gpu::DeviceInfo& device, std::int64_t outputs, std::int64_t iterations) {
  // A software GPU runs a few vectors of 8 at once, a small mobile GPU some thousand invocations.
  const int busy = device.is_software() ? 64 : 8192;
  if (outputs >= busy || iterations < 16) return 1;
  // Adding up costs one read for each part: the square root of the iterations would balance it with the loop.
  return std::min(iterations < 1024 ? 32 : 128, device.max_group_invocations);
}

}  // namespace mica::ops
