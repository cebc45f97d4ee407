// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mica::memory {

// When an intermediate tensor occupies memory, and how much of it. Steps count the operators (or dispatches) in the
// order of execution; both ends are included: the tensor is written at its first step and last used at its last.
struct Lifetime {
  int first_step = 0;
  int last_step = 0;
  std::size_t size_bytes = 0;

  friend bool operator==(const Lifetime&, const Lifetime&) = default;
};

// A tensor written at the step that last reads another is alive together with it: the kernel needs both at once.
constexpr bool AliveTogether(const Lifetime& a, const Lifetime& b) {
  return a.first_step <= b.last_step && b.first_step <= a.last_step;
}

// Ends the program where a lifetime ends before it starts or starts before step 0: the caller built it wrongly.
void CheckLifetimes(std::span<const Lifetime> tensors);

// The indices of the tensors, the first written first. Tensors of one step keep their order.
std::vector<std::size_t> InExecutionOrder(std::span<const Lifetime> tensors);

// The indices of the tensors, the largest first. Tensors of one size keep their order.
std::vector<std::size_t> LargestFirst(std::span<const Lifetime> tensors);

// For each step up to the last, the tensors that are alive at it, in the order of their indices. Its size is the sum
// of all lifetimes' lengths.
std::vector<std::vector<std::size_t>> AliveAtEachStep(std::span<const Lifetime> tensors);

}  // namespace mica::memory
