// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/lower_bounds.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace mica::memory {

std::vector<std::size_t> PositionalMaxima(std::span<const Lifetime> tensors) {
  CheckLifetimes(tensors);
  std::vector<std::size_t> maxima;
  std::vector<std::size_t> sizes;
  for (const std::vector<std::size_t>& alive : AliveAtEachStep(tensors)) {
    sizes.clear();
    for (const std::size_t tensor : alive) sizes.push_back(tensors[tensor].size_bytes);
    std::ranges::sort(sizes, std::greater{});
    if (maxima.size() < sizes.size()) maxima.resize(sizes.size(), 0);
    for (std::size_t i = 0; i < sizes.size(); ++i) maxima[i] = std::max(maxima[i], sizes[i]);
  }
  return maxima;
}

std::size_t ObjectsLowerBound(std::span<const Lifetime> tensors) {
  const std::vector<std::size_t> maxima = PositionalMaxima(tensors);
  return std::accumulate(maxima.begin(), maxima.end(), std::size_t{0});
}

std::size_t OffsetsLowerBound(std::span<const Lifetime> tensors) {
  CheckLifetimes(tensors);
  std::size_t bound = 0;
  for (const std::vector<std::size_t>& alive : AliveAtEachStep(tensors)) {
    std::size_t live_bytes = 0;
    for (const std::size_t tensor : alive) live_bytes += tensors[tensor].size_bytes;
    bound = std::max(bound, live_bytes);
  }
  return bound;
}

}  // namespace mica::memory
