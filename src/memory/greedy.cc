// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
//
// The strategies that follow the execution: an object returns to the pool when its tensor has been read for the last
// time, and the next tensors are served from the pool.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <queue>
#include <set>
#include <utility>

#include "base/check.h"
#include "memory/shared_objects.h"

namespace mica::memory {
namespace {

// The objects in use, by the step at which they become free: the paper's heap.
class UsedObjects {
 public:
  void Insert(int last_step, std::size_t object) { by_last_step_.emplace(last_step, object); }

  // Calls `release` for each object whose tensor was last used before `step`, and forgets it.
  template <typename Release>
  void ReleaseBefore(int step, Release release) {
    while (!by_last_step_.empty() && by_last_step_.top().first < step) {
      release(by_last_step_.top().second);
      by_last_step_.pop();
    }
  }

 private:
  using Entry = std::pair<int, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> by_last_step_;
};

// The free objects, by size: the paper's search tree.
class Pool {
 public:
  bool empty() const { return by_size_.empty(); }
  void Insert(std::size_t size_bytes, std::size_t object) { by_size_.emplace(size_bytes, object); }

  // Removes and returns the object closest in size. Of two that are equally close it takes the larger one, which need
  // not grow; of equal ones the oldest.
  std::size_t TakeClosest(std::size_t size_bytes) {
    auto closest = by_size_.lower_bound({size_bytes, 0});
    if (closest != by_size_.begin()) {
      const std::size_t smaller = std::prev(closest)->first;
      if (closest == by_size_.end() || size_bytes - smaller < closest->first - size_bytes) {
        closest = by_size_.lower_bound({smaller, 0});
      }
    }
    const std::size_t object = closest->second;
    by_size_.erase(closest);
    return object;
  }

 private:
  std::set<std::pair<std::size_t, std::size_t>> by_size_;
};

}  // namespace

ObjectPlan PlanGreedy(std::span<const Lifetime> tensors) {
  CheckLifetimes(tensors);
  ObjectPlan plan{.object_of = std::vector<std::size_t>(tensors.size())};
  Pool pool;
  UsedObjects used;
  for (const std::size_t current : InExecutionOrder(tensors)) {
    const Lifetime& tensor = tensors[current];
    used.ReleaseBefore(tensor.first_step, [&](std::size_t object) { pool.Insert(plan.object_bytes[object], object); });

    std::size_t object = plan.object_bytes.size();
    if (pool.empty()) {
      plan.object_bytes.push_back(tensor.size_bytes);
    } else {
      object = pool.TakeClosest(tensor.size_bytes);
      plan.object_bytes[object] = std::max(plan.object_bytes[object], tensor.size_bytes);
    }
    plan.object_of[current] = object;
    used.Insert(tensor.last_step, object);
  }
  return plan;
}

// Within one kind all objects are equal, and handing on any free one in the order of execution needs only as many as
// tensors of the kind are ever alive together: no plan has fewer.
ObjectPlan PlanEqualKinds(std::span<const Lifetime> tensors, std::span<const std::size_t> kind_of) {
  CheckLifetimes(tensors);
  MICA_CHECK(kind_of.size() == tensors.size(), "{} kinds are given for {} tensors.", kind_of.size(), tensors.size());
  ObjectPlan plan{.object_of = std::vector<std::size_t>(tensors.size())};
  std::vector<std::size_t> kind_of_object;
  std::map<std::size_t, std::vector<std::size_t>> pools;
  UsedObjects used;
  for (const std::size_t current : InExecutionOrder(tensors)) {
    const Lifetime& tensor = tensors[current];
    used.ReleaseBefore(tensor.first_step, [&](std::size_t object) { pools[kind_of_object[object]].push_back(object); });

    std::size_t object = plan.object_bytes.size();
    std::vector<std::size_t>& pool = pools[kind_of[current]];
    if (pool.empty()) {
      plan.object_bytes.push_back(tensor.size_bytes);
      kind_of_object.push_back(kind_of[current]);
    } else {
      object = pool.back();
      pool.pop_back();
      MICA_CHECK(plan.object_bytes[object] == tensor.size_bytes, "kind {} has tensors of {} and of {} bytes.",
                 kind_of[current], plan.object_bytes[object], tensor.size_bytes);
    }
    plan.object_of[current] = object;
    used.Insert(tensor.last_step, object);
  }
  return plan;
}

}  // namespace mica::memory
