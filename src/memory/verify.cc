// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/verify.h"

#include <fmt/format.h>

#include <algorithm>

namespace mica::memory {
namespace {

// When the tensors occupy memory: a view is kept until its whole exists, and from the time its whole is gone.
std::vector<Lifetime> KeptLifetimes(const ArenaRequest& request) {
  std::vector<Lifetime> kept(request.tensors.begin(), request.tensors.end());
  for (const View& view : request.views) {
    const Lifetime& whole = request.tensors[view.whole];
    if (kept[view.tensor].last_step < whole.first_step) kept[view.tensor].last_step = whole.first_step;
    if (kept[view.tensor].first_step > whole.last_step) kept[view.tensor].first_step = whole.last_step;
  }
  return kept;
}

// The tensor that the views lead to. Tensors with the same one share their bytes by intent.
std::size_t RootOf(std::size_t tensor, const ArenaRequest& request) {
  const auto view = std::ranges::find(request.views, tensor, &View::tensor);
  return view == request.views.end() ? tensor : RootOf(view->whole, request);
}

bool IsInPlace(std::size_t output, std::size_t input, const ArenaRequest& request, const std::vector<Lifetime>& kept) {
  return kept[input].last_step == kept[output].first_step &&
         std::ranges::any_of(request.in_place,
                             [&](const InPlace& pair) { return pair.output == output && pair.input == input; });
}

}  // namespace

std::optional<std::string> FindFault(std::span<const Lifetime> tensors, const ObjectPlan& plan) {
  if (plan.object_of.size() != tensors.size()) {
    return fmt::format("The plan is for {} tensors, not for {}.", plan.object_of.size(), tensors.size());
  }
  for (std::size_t a = 0; a < tensors.size(); ++a) {
    const std::size_t object = plan.object_of[a];
    if (object >= plan.object_bytes.size()) return fmt::format("Tensor {} is in object {}, which is none.", a, object);
    if (plan.object_bytes[object] < tensors[a].size_bytes) {
      return fmt::format("Tensor {} has {} bytes, its object {}.", a, tensors[a].size_bytes, plan.object_bytes[object]);
    }
    for (std::size_t b = 0; b < a; ++b) {
      if (plan.object_of[b] == object && AliveTogether(tensors[a], tensors[b])) {
        return fmt::format("Tensors {} and {} are alive together in object {}.", b, a, object);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> FindFault(const ArenaRequest& request, const ArenaPlan& plan) {
  const std::span<const Lifetime> tensors = request.tensors;
  if (plan.offsets.size() != tensors.size()) {
    return fmt::format("The plan is for {} tensors, not for {}.", plan.offsets.size(), tensors.size());
  }
  for (const View& view : request.views) {
    if (plan.offsets[view.tensor] != plan.offsets[view.whole] + view.offset_bytes) {
      return fmt::format("Tensor {} is not at byte {} of tensor {}.", view.tensor, view.offset_bytes, view.whole);
    }
  }
  const std::vector<Lifetime> kept = KeptLifetimes(request);
  for (std::size_t a = 0; a < tensors.size(); ++a) {
    const std::size_t a_end = plan.offsets[a] + tensors[a].size_bytes;
    if (a_end > plan.size_bytes) return fmt::format("Tensor {} ends at {} of {}.", a, a_end, plan.size_bytes);
    if (RootOf(a, request) == a && plan.offsets[a] % request.alignment != 0) {
      return fmt::format("Tensor {} starts at {}, which is not aligned to {}.", a, plan.offsets[a], request.alignment);
    }
    for (std::size_t b = 0; b < a; ++b) {
      const bool overlap = plan.offsets[a] < plan.offsets[b] + tensors[b].size_bytes && plan.offsets[b] < a_end;
      if (!overlap || !AliveTogether(kept[a], kept[b]) || RootOf(a, request) == RootOf(b, request)) continue;
      const bool in_place = IsInPlace(a, b, request, kept) || IsInPlace(b, a, request, kept);
      if (in_place && plan.offsets[a] == plan.offsets[b]) continue;
      return fmt::format("Tensors {} and {} are alive together and overlap.", b, a);
    }
  }
  return std::nullopt;
}

}  // namespace mica::memory
