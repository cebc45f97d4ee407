// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mica::portability {

// Checks OpenCL C 1.2 programs with clang, all in one call: starting it costs more than a program does. What it says of
// each text, in their order; empty where it finds nothing wrong.
std::vector<std::string> CheckOpenCl(std::span<const std::string> texts);

}  // namespace mica::portability
