// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "elements.h"

// The answers of classifiers.
namespace mica::cli {

struct RankedClass {
  std::size_t index = 0;
  double score = 0;
};

// How many classes an output has: [1, ..., 1, n] with n > 1; 0 for any other shape.
std::size_t ClassCount(const TensorInfo& info);

// The `count` highest scores, best first; equal ones by index. NaN comes last.
std::vector<RankedClass> FindTopClasses(const HostTensor& scores, std::size_t count);

// One label a line; spaces around it and empty lines at the end do not count.
Result<std::vector<std::string>> LoadLabels(const std::string& path);

}  // namespace mica::cli
