// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/request.h"

#include <algorithm>

#include "base/check.h"

namespace mica::memory {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

void CheckRequest(const MemoryRequest& request) {
  const std::span<const Lifetime> tensors = request.tensors;
  CheckLifetimes(tensors);
  MICA_CHECK(request.alignment > 0, "an alignment of 0 bytes is asked for.");
  for (const View& view : request.views) {
    MICA_CHECK(view.tensor < tensors.size() && view.whole < tensors.size(), "tensor {} is to be a view into {} of {}.",
               view.tensor, view.whole, tensors.size());
    const std::size_t whole_bytes = tensors[view.whole].size_bytes;
    const std::size_t part_bytes = tensors[view.tensor].size_bytes;
    MICA_CHECK(view.offset_bytes <= whole_bytes && part_bytes <= whole_bytes - view.offset_bytes,
               "a view of {} bytes at {} ends outside its whole of {}.", part_bytes, view.offset_bytes, whole_bytes);
  }
  for (const auto& [output, input] : request.in_place) {
    MICA_CHECK(output < tensors.size() && input < tensors.size() && output != input,
               "tensor {} is to take the place of {} of {}.", output, input, tensors.size());
    MICA_CHECK(tensors[input].last_step == tensors[output].first_step,
               "an output of step {} cannot take the place of an input that is last read at step {}.",
               tensors[output].first_step, tensors[input].last_step);
  }
}

}  // namespace

std::vector<Home> FindHomes(const MemoryRequest& request) {
  CheckRequest(request);
  std::vector<Home> homes;
  for (std::size_t tensor = 0; tensor < request.tensors.size(); ++tensor) {
    const Lifetime& life = request.tensors[tensor];
    homes.push_back({.root = tensor, .first_step = life.first_step, .last_step = life.last_step});
  }
  std::vector<std::size_t> view_of(request.tensors.size(), kNone);
  for (std::size_t view = 0; view < request.views.size(); ++view) {
    const auto& [tensor, whole, offset_bytes] = request.views[view];
    MICA_CHECK(view_of[tensor] == kNone, "tensor {} is a view into two others.", tensor);
    view_of[tensor] = view;
    homes[tensor].first_step = std::min(homes[tensor].first_step, request.tensors[whole].last_step);
    homes[tensor].last_step = std::max(homes[tensor].last_step, request.tensors[whole].first_step);
  }
  for (Home& home : homes) {
    for (std::size_t depth = 0; view_of[home.root] != kNone; ++depth) {
      MICA_CHECK(depth < request.views.size(), "tensor {} is a view into itself.", home.root);
      const View& view = request.views[view_of[home.root]];
      home.offset_bytes += view.offset_bytes;
      home.root = view.whole;
    }
  }
  return homes;
}

std::vector<Lifetime> WholeLifetimes(const MemoryRequest& request) {
  const std::vector<Home> homes = FindHomes(request);
  std::vector<Lifetime> lives(request.tensors.begin(), request.tensors.end());
  for (const Home& home : homes) {
    lives[home.root].first_step = std::min(lives[home.root].first_step, home.first_step);
    lives[home.root].last_step = std::max(lives[home.root].last_step, home.last_step);
  }
  std::vector<Lifetime> wholes;
  for (std::size_t i = 0; i < lives.size(); ++i) {
    if (homes[i].root == i) wholes.push_back(lives[i]);
  }
  return wholes;
}

}  // namespace mica::memory
