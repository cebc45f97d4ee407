// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string_view>

#include "base/status.h"
#include "gpu/device_info.h"

// How a user names a device, the same for every backend.
namespace mica::gpu {

// The index in `devices` of the first that is `wanted`: its index, a part of its name, "hardware" or "software"; empty
// fits all. Where none is, NoDevice says what there is: "no OpenGL ES device is 'abacus'; there are 0: 'llvmpipe'."
Result<std::size_t> ChooseDevice(std::span<const DeviceInfo> devices, std::string_view wanted, std::string_view api);

// Whether this device, the `index`-th of its list, is `wanted`.
bool IsWanted(const DeviceInfo& info, std::size_t index, std::string_view wanted);

// Whether the text is an index and nothing else.
bool IsIndex(std::string_view wanted);

}  // namespace mica::gpu
