// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gpu/device.h"

namespace mica::vulkan {

// A compute shader in the language that drivers take.
struct SpirV {
  std::vector<std::uint32_t> words;
  std::array<int, 3> group_size = {1, 1, 1};  // As the text has it.
};

// Compiles Vulkan GLSL, in this process and on any number of threads at once. A text that does not compile is a
// DeviceError with the compiler's log and the lines it complains of.
Result<SpirV> CompileGlsl(const gpu::ProgramSource& source);

}  // namespace mica::vulkan
