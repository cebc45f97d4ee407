// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mica/status.hpp"

namespace mica::cli {

struct NpyHeader {
  std::string description;  // The element type: "<f4".
  bool is_fortran_order = false;
  std::vector<int> shape;
};

// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }: these three keys, in any order, and no other.
Result<NpyHeader> ParseNpyHeader(std::string_view text);

}  // namespace mica::cli
