// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

// The rules of the kernel dialect that keep one text portable to GLSL, OpenCL C and Metal. A compiler of one language
// accepts what breaks in another, and no compiler says why: these rules do.
namespace mica::portability {

// What a text breaks, one sentence a breach.
using Breaches = std::vector<std::string>;

// Rules for every text: kernels and the bodies of steps.
Breaches LintText(std::string_view text);

// Rules for kernels: one entry point, barriers where every invocation comes by.
Breaches LintKernel(std::string_view text, bool has_shared_memory);

}  // namespace mica::portability
