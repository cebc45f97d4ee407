// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "memory/lifetime.h"

namespace mica::memory {

// When one object is in use, for the strategies that do not follow the execution and so must ask in both directions.
class ObjectTimeline {
 public:
  // For how many steps the object would stand idle between `tensor` and its nearest neighbour in time: the next or the
  // previous one, whichever is nearer. Nothing where the object is in use during the tensor's life.
  std::optional<int> FindIdleSteps(const Lifetime& tensor) const {
    int idle_steps = std::numeric_limits<int>::max();
    const auto next = last_step_of_.upper_bound(tensor.last_step);
    if (next != last_step_of_.end()) idle_steps = next->first - tensor.last_step - 1;
    if (next != last_step_of_.begin()) {
      const int previous_last_step = std::prev(next)->second;
      if (previous_last_step >= tensor.first_step) return std::nullopt;
      idle_steps = std::min(idle_steps, tensor.first_step - previous_last_step - 1);
    }
    return idle_steps;
  }

  bool IsFreeFor(const Lifetime& tensor) const { return FindIdleSteps(tensor).has_value(); }

  // The object must be free for the tensor.
  void Occupy(const Lifetime& tensor) { last_step_of_.emplace(tensor.first_step, tensor.last_step); }

 private:
  std::map<int, int> last_step_of_;  // Of each use, by its first step.
};

}  // namespace mica::memory
