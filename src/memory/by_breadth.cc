// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "memory/object_timeline.h"
#include "memory/shared_objects.h"

namespace mica::memory {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// The smallest object that holds the tensor without growing; else the largest, which grows least. kNone: none is free.
std::size_t FindObject(const Lifetime& tensor, const std::vector<ObjectTimeline>& timelines,
                       const std::vector<std::size_t>& object_bytes) {
  std::size_t best = kNone;
  for (std::size_t object = 0; object < timelines.size(); ++object) {
    if (best != kNone) {
      const bool holds = object_bytes[object] >= tensor.size_bytes;
      const bool best_holds = object_bytes[best] >= tensor.size_bytes;
      const bool better = holds == best_holds ? (holds ? object_bytes[object] < object_bytes[best]
                                                       : object_bytes[object] > object_bytes[best])
                                              : holds;
      if (!better) continue;
    }
    if (timelines[object].IsFreeFor(tensor)) best = object;
  }
  return best;
}

}  // namespace

// The steps with the most live bytes decide the total, so their tensors choose first, the largest of them before all.
ObjectPlan PlanByBreadth(std::span<const Lifetime> tensors) {
  CheckLifetimes(tensors);
  std::vector<std::vector<std::size_t>> alive = AliveAtEachStep(tensors);
  const auto size_of = [&](std::size_t tensor) { return tensors[tensor].size_bytes; };
  std::vector<std::size_t> breadth_bytes;
  for (const std::vector<std::size_t>& at_step : alive) {
    std::size_t live_bytes = 0;
    for (const std::size_t tensor : at_step) live_bytes += size_of(tensor);
    breadth_bytes.push_back(live_bytes);
  }
  std::vector<std::size_t> steps(alive.size());
  std::iota(steps.begin(), steps.end(), std::size_t{0});
  std::ranges::stable_sort(steps, std::greater{}, [&](std::size_t step) { return breadth_bytes[step]; });

  ObjectPlan plan{.object_of = std::vector<std::size_t>(tensors.size(), kNone)};
  std::vector<ObjectTimeline> timelines;
  for (const std::size_t step : steps) {
    std::ranges::stable_sort(alive[step], std::greater{}, size_of);
    for (const std::size_t tensor : alive[step]) {
      if (plan.object_of[tensor] != kNone) continue;
      std::size_t object = FindObject(tensors[tensor], timelines, plan.object_bytes);
      if (object == kNone) {
        object = timelines.size();
        timelines.emplace_back();
        plan.object_bytes.push_back(0);
      }
      plan.object_of[tensor] = object;
      plan.object_bytes[object] = std::max(plan.object_bytes[object], size_of(tensor));
      timelines[object].Occupy(tensors[tensor]);
    }
  }
  return plan;
}

}  // namespace mica::memory
