// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "memory/lower_bounds.h"
#include "memory/object_timeline.h"
#include "memory/shared_objects.h"

namespace mica::memory {
namespace {

// A tensor without an object yet, and the object it would take now.
struct Waiting {
  std::size_t tensor = 0;
  bool has_object = false;
  int idle_steps = std::numeric_limits<int>::max();
  std::size_t object = 0;
};

class SizePlanner {
 public:
  explicit SizePlanner(std::span<const Lifetime> tensors)
      : tensors_(tensors), plan_{.object_of = std::vector<std::size_t>(tensors.size())} {}

  // Gives an object to each of these tensors, which come largest first.
  void PlanStage(std::span<const std::size_t> stage) {
    std::vector<Waiting> waiting;
    for (const std::size_t tensor : stage) waiting.push_back(ConsiderAll(tensor));
    while (!waiting.empty()) {
      // The first of equals is the largest. Tensors without a free object come last: others may still be joined.
      const auto chosen = std::ranges::min_element(
          waiting, {}, [](const Waiting& w) { return std::tuple(!w.has_object, w.idle_steps); });
      const std::size_t object = Assign(*chosen);
      waiting.erase(chosen);
      for (Waiting& w : waiting) {
        if (w.has_object && w.object == object) {
          w = ConsiderAll(w.tensor);  // The object may be in use now; the second choice is not known.
        } else {
          Consider(object, w);
        }
      }
    }
  }

  ObjectPlan TakePlan() { return std::move(plan_); }

 private:
  Waiting ConsiderAll(std::size_t tensor) const {
    Waiting waiting{.tensor = tensor};
    for (std::size_t object = 0; object < timelines_.size(); ++object) Consider(object, waiting);
    return waiting;
  }

  void Consider(std::size_t object, Waiting& waiting) const {
    const std::optional<int> idle_steps = timelines_[object].FindIdleSteps(tensors_[waiting.tensor]);
    if (!idle_steps || (waiting.has_object && *idle_steps >= waiting.idle_steps)) return;
    waiting = {.tensor = waiting.tensor, .has_object = true, .idle_steps = *idle_steps, .object = object};
  }

  std::size_t Assign(const Waiting& waiting) {
    const Lifetime& tensor = tensors_[waiting.tensor];
    const std::size_t object = waiting.has_object ? waiting.object : timelines_.size();
    if (!waiting.has_object) {
      timelines_.emplace_back();
      plan_.object_bytes.push_back(0);
    }
    plan_.object_of[waiting.tensor] = object;
    plan_.object_bytes[object] = std::max(plan_.object_bytes[object], tensor.size_bytes);
    timelines_[object].Occupy(tensor);
    return object;
  }

  std::span<const Lifetime> tensors_;
  ObjectPlan plan_;
  std::vector<ObjectTimeline> timelines_;
};

}  // namespace

// Strictly by size, equal tensors scatter over the objects at random, and leave gaps in time that fit no other. So
// tensors are taken in stages of similar size, and within a stage by the time for which they leave an object idle. The
// stages part at the positional maxima, the sizes that objects have in a plan at the lower bound: in such a plan, all
// tensors of one stage fit the same objects, and their order is free.
ObjectPlan PlanBySize(std::span<const Lifetime> tensors) {
  CheckLifetimes(tensors);
  SizePlanner planner(tensors);
  const std::vector<std::size_t> order = LargestFirst(tensors);
  std::span<const std::size_t> rest = order;
  for (const std::size_t smallest_bytes : PositionalMaxima(tensors)) {
    const auto end =
        std::ranges::find_if(rest, [&](std::size_t tensor) { return tensors[tensor].size_bytes < smallest_bytes; });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    planner.PlanStage(rest.first(count));
    rest = rest.subspan(count);
  }
  planner.PlanStage(rest);
  return planner.TakePlan();
}

}  // namespace mica::memory
