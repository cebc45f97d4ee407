// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mica::gpu {

// The line of the source, from 1, that a compiler's log complains of first. Knows the habits of all drivers:
// "0:12(5): error", "0(12) : error", "ERROR: 0:12: ".
std::optional<int> FindErrorLine(std::string_view log);

// The lines around one, numbered, and that one marked.
std::string NumberedLines(std::string_view text, int around_line);

}  // namespace mica::gpu
