// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/verify.h"

#include <fmt/format.h>

#include <algorithm>

namespace mica::memory {
namespace {

// When the tensors occupy memory: a view is kept until its whole exists, and from the time its whole is gone.
std::vector<Lifetime> KeptLifetimes(const MemoryRequest& request) {
  std::vector<Lifetime> kept(request.tensors.begin(), request.tensors.end());
  for (const View& view : request.views) {
    const Lifetime& whole = request.tensors[view.whole];
    if (kept[view.tensor].last_step < whole.first_step) kept[view.tensor].last_step = whole.first_step;
    if (kept[view.tensor].first_step > whole.last_step) kept[view.tensor].first_step = whole.last_step;
  }
  return kept;
}

// The tensor that the views lead to. Tensors with the same one share their bytes by intent.
std::size_t RootOf(std::size_t tensor, const MemoryRequest& request) {
  const auto view = std::ranges::find(request.views, tensor, &View::tensor);
  return view == request.views.end() ? tensor : RootOf(view->whole, request);
}

bool IsInPlace(std::size_t output, std::size_t input, const MemoryRequest& request, const std::vector<Lifetime>& kept) {
  return kept[input].last_step == kept[output].first_step &&
         std::ranges::any_of(request.in_place,
                             [&](const InPlace& pair) { return pair.output == output && pair.input == input; });
}

}  // namespace

std::optional<std::string> FindFault(const MemoryRequest& request, const MemoryPlan& plan) {
  const std::span<const Lifetime> tensors = request.tensors;
  if (plan.places.size() != tensors.size()) {
    return fmt::format("The plan is for {} tensors, not for {}.", plan.places.size(), tensors.size());
  }
  for (const auto& [tensor, whole, offset_bytes] : request.views) {
    const auto& [object, whole_start] = plan.places[whole];
    if (plan.places[tensor] != MemoryPlan::Place{.object = object, .offset_bytes = whole_start + offset_bytes}) {
      return fmt::format("Tensor {} is not at byte {} of tensor {}.", tensor, offset_bytes, whole);
    }
  }
  const std::vector<Lifetime> kept = KeptLifetimes(request);
  for (std::size_t a = 0; a < tensors.size(); ++a) {
    const auto& [object, start] = plan.places[a];
    if (object >= plan.object_bytes.size()) return fmt::format("Tensor {} is in object {}, which is none.", a, object);
    const std::size_t end = start + tensors[a].size_bytes;
    if (end > plan.object_bytes[object]) {
      return fmt::format("Tensor {} ends at {}, its object at {}.", a, end, plan.object_bytes[object]);
    }
    if (RootOf(a, request) == a && start % request.alignment != 0) {
      return fmt::format("Tensor {} starts at {}, which is not aligned to {}.", a, start, request.alignment);
    }
    for (std::size_t b = 0; b < a; ++b) {
      const std::size_t b_start = plan.places[b].offset_bytes;
      const bool overlap = plan.places[b].object == object && start < b_start + tensors[b].size_bytes && b_start < end;
      if (!overlap || !AliveTogether(kept[a], kept[b]) || RootOf(a, request) == RootOf(b, request)) continue;
      const bool in_place = IsInPlace(a, b, request, kept) || IsInPlace(b, a, request, kept);
      if (in_place && start == b_start) continue;
      return fmt::format("Tensors {} and {} are alive together and overlap.", b, a);
    }
  }
  return std::nullopt;
}

}  // namespace mica::memory
