// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "engine/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::engine {

double Distance(std::span<const float> reference, std::span<const float> got) {
  constexpr double kSmallestScale = 1e-6;  // All-zero references compare absolutely.
  double difference = 0;
  double scale = kSmallestScale;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (std::isfinite(reference[i]) != std::isfinite(got[i])) return std::numeric_limits<double>::infinity();
    if (!std::isfinite(reference[i])) continue;
    difference = std::max(difference, std::abs(double{reference[i]} - double{got[i]}));
    scale = std::max(scale, std::abs(double{reference[i]}));
  }
  return difference / scale;
}

}  // namespace mica::engine
