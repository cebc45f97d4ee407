// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/shared_objects.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mica::memory {

std::size_t ObjectPlan::total_bytes() const {
  return std::accumulate(object_bytes.begin(), object_bytes.end(), std::size_t{0});
}

ObjectPlan PlanNaive(std::span<const Lifetime> tensors) {
  CheckLifetimes(tensors);
  ObjectPlan plan;
  for (const Lifetime& tensor : tensors) {
    plan.object_of.push_back(plan.object_bytes.size());
    plan.object_bytes.push_back(tensor.size_bytes);
  }
  return plan;
}

ObjectPlan PlanBestObjects(std::span<const Lifetime> tensors) {
  std::vector<ObjectPlan> plans = {PlanNaive(tensors), PlanGreedy(tensors)};
  if (tensors.size() <= kMostTensorsForMinCostFlow) plans.push_back(PlanMinCostFlow(tensors));
  if (tensors.size() <= kMostTensorsForBySize) plans.push_back(PlanBySize(tensors));
  plans.push_back(PlanByBreadth(tensors));
  return std::move(*std::ranges::min_element(plans, {}, &ObjectPlan::total_bytes));
}

}  // namespace mica::memory
