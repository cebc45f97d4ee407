// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/quirks.h"

#include <array>

namespace mica::gl {
namespace {

// No row yet: llvmpipe, softpipe and zink of Mesa 22.3 and NVIDIA's 580.159 keep what they claim, as far as tried (the
// last layers of images, timestamps). That no driver is trusted with 4 GiB in one buffer is a rule of objects.cc.
constexpr std::array<Quirk, 0> kQuirks = {};

}  // namespace

std::span<const Quirk> KnownQuirks() {
  return kQuirks;
}

void ApplyQuirks(std::span<const Quirk> quirks, gpu::DeviceInfo& info) {
  for (const Quirk& quirk : quirks) {
    const bool fits =
        info.name.find(quirk.renderer) != std::string::npos && info.driver.find(quirk.driver) != std::string::npos;
    if (fits) quirk.take_back(info);
  }
}

}  // namespace mica::gl
