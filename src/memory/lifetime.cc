// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/lifetime.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/check.h"

namespace mica::memory {

void CheckLifetimes(std::span<const Lifetime> tensors) {
  for (const Lifetime& tensor : tensors) {
    MICA_CHECK(0 <= tensor.first_step && tensor.first_step <= tensor.last_step,
               "a tensor lives from step {} to step {}.", tensor.first_step, tensor.last_step);
  }
}

std::vector<std::size_t> InExecutionOrder(std::span<const Lifetime> tensors) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t tensor) { return tensors[tensor].first_step; });
  return order;
}

std::vector<std::size_t> LargestFirst(std::span<const Lifetime> tensors) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t tensor) { return tensors[tensor].size_bytes; });
  return order;
}

std::vector<std::vector<std::size_t>> AliveAtEachStep(std::span<const Lifetime> tensors) {
  std::vector<std::vector<std::size_t>> alive;
  for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
    const auto& [first_step, last_step, size_bytes] = tensors[tensor];
    if (alive.size() <= static_cast<std::size_t>(last_step)) alive.resize(last_step + 1);
    for (int step = first_step; step <= last_step; ++step) alive[step].push_back(tensor);
  }
  return alive;
}

}  // namespace mica::memory
