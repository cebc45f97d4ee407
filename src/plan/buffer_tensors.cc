// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/buffer_tensors.h"

#include <algorithm>
#include <map>

namespace mica::plan {
namespace {

bool IsBound(const PlannedTensor& tensor) {
  return tensor.last_dispatch >= tensor.first_dispatch;
}

int RootOf(const Plan& plan, int tensor) {
  const std::optional<PartOf>& part_of = plan.tensors[static_cast<std::size_t>(tensor)].part_of;
  return part_of ? RootOf(plan, part_of->tensor) : tensor;
}

// From the first to the last use of any tensor that shares the memory of a root.
std::map<int, memory::Lifetime> LivesOfRoots(const Plan& plan, const std::vector<int>& tensors) {
  std::map<int, memory::Lifetime> lives;
  for (const int index : tensors) {
    const PlannedTensor& tensor = plan.tensors[static_cast<std::size_t>(index)];
    if (!IsBound(tensor)) continue;
    const auto [life, is_new] = lives.try_emplace(
        RootOf(plan, index), memory::Lifetime{.first_step = tensor.first_dispatch, .last_step = tensor.last_dispatch});
    life->second.first_step = std::min(life->second.first_step, tensor.first_dispatch);
    life->second.last_step = std::max(life->second.last_step, tensor.last_dispatch);
  }
  return lives;
}

}  // namespace

BufferTensors CollectBufferTensors(const Plan& plan) {
  BufferTensors found;
  std::map<int, std::size_t> number_of;
  for (int i = 0; i < static_cast<int>(plan.tensors.size()); ++i) {
    const PlannedTensor& tensor = plan.tensors[static_cast<std::size_t>(i)];
    if (std::holds_alternative<External>(tensor.place) || tensor.type.storage != kernel::Storage::kBuffer) continue;
    number_of[i] = found.tensors.size();
    found.tensors.push_back(i);
  }
  const std::map<int, memory::Lifetime> root_lives = LivesOfRoots(plan, found.tensors);
  for (const int index : found.tensors) {
    const PlannedTensor& tensor = plan.tensors[static_cast<std::size_t>(index)];
    memory::Lifetime life{.first_step = tensor.first_dispatch, .last_step = tensor.last_dispatch};
    if (!IsBound(tensor)) {  // Only others that share its memory are ever bound.
      const auto root_life = root_lives.find(RootOf(plan, index));
      life = root_life != root_lives.end() ? root_life->second : memory::Lifetime{};
    }
    life.size_bytes = tensor.type.size_bytes();
    found.lifetimes.push_back(life);
  }
  for (const auto& [index, number] : number_of) {
    const PlannedTensor& tensor = plan.tensors[static_cast<std::size_t>(index)];
    if (tensor.part_of) {
      found.views.push_back({.tensor = number,
                             .whole = number_of.at(tensor.part_of->tensor),
                             .offset_bytes = tensor.part_of->offset_bytes});
    }
    for (const int replaced : tensor.may_replace) {
      const auto input = number_of.find(replaced);
      const bool meet = input != number_of.end() && input->second != number &&
                        found.lifetimes[input->second].last_step == found.lifetimes[number].first_step;
      if (meet) found.in_place.push_back({.output = number, .input = input->second});
    }
  }
  return found;
}

}  // namespace mica::plan
