// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "gpu/device_info.h"

namespace mica::portability {

// Compiles a compute shader in this process, with glslang. Empty: it compiles; else what the compiler says. Of Vulkan
// GLSL it also makes SPIR-V, which the validator of SPIRV-Tools then has to find in order.
std::string CompileGlsl(const std::string& text, gpu::Language language);

// The text as the compiler reads it: macros expanded, branches of #if chosen.
std::string PreprocessGlsl(const std::string& text);

}  // namespace mica::portability
