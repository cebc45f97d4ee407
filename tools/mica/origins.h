// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mica::cli {

// Indices of the file's operators, runs as ranges: "#3-5, #9".
inline std::string FormatOrigins(std::vector<int> origins) {
  std::ranges::sort(origins);
  std::string text;
  for (std::size_t i = 0; i < origins.size();) {
    std::size_t last = i;
    while (last + 1 < origins.size() && origins[last + 1] == origins[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += last == i ? fmt::format("#{}", origins[i]) : fmt::format("#{}-{}", origins[i], origins[last]);
    i = last + 1;
  }
  return text.empty() ? "none" : text;
}

}  // namespace mica::cli
