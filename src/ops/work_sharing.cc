// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/work_sharing.h"

#include <algorithm>
#include <bit>

namespace mica::ops {

int InvocationsPerOutput(const gpu::DeviceInfo& device, std::int64_t outputs, std::int64_t iterations) {
  // A software GPU runs a few vectors of 8 at once, a small mobile GPU some thousand invocations.
  const int busy = device.is_software() ? 64 : 8192;
  if (outputs >= busy || iterations < 16) return 1;
  if (device.is_software()) return std::min(iterations < 1024 ? 32 : 128, device.max_group_invocations);
  // Loads in a chain are what costs on hardware: 4 of them are about as slow as adding up the parts.
  const auto wanted = std::bit_ceil(static_cast<std::uint64_t>(iterations / 4));
  return std::min(static_cast<int>(std::clamp<std::uint64_t>(wanted, 32, 512)), device.max_group_invocations);
}

std::array<int, 3> GroupAlongX(int width, int most) {
  int size = std::clamp(static_cast<int>(std::bit_ceil(static_cast<unsigned>(width))), 4, most);
  while (size > 8 && width % size != 0) size /= 2;  // Invocations behind the end work in vain.
  return {size, 1, 1};
}

}  // namespace mica::ops
