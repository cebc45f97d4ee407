// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string_view>

#include "gpu/device_info.h"

namespace mica::gl {

// Where a driver claims more than it does. A row takes the claim back, and says how to see for oneself.
struct Quirk {
  std::string_view renderer;  // A part of DeviceInfo::name; empty fits all.
  std::string_view driver;    // A part of DeviceInfo::driver; empty fits all.
  std::string_view reason;
  std::string_view reproduce;
  void (*take_back)(gpu::DeviceInfo& info);
};

// All that are known.
std::span<const Quirk> KnownQuirks();

void ApplyQuirks(std::span<const Quirk> quirks, gpu::DeviceInfo& info);

}  // namespace mica::gl
