// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "memory/lifetime.h"
#include "memory/min_cost_flow.h"

namespace mica::memory {

// The paper's flow network for shared objects. With capacity 1 each, for every tensor x there are edges
//
//   1  s   -> r_x   at cost size_x                    x gets a new object
//   2  l_x -> r_y   at cost max(0, size_y - size_x)   y takes dead x's object, enlarged where needed
//   3  s   -> l_x   at cost 0
//   4  r_x -> t     at cost 0                         x has its object
//
// The largest flow gives every tensor an object; the cheapest of them is the assignment.
//
// Up to n^2 / 2 edges of kind 2 would dominate everything. Instead they are stated by O(n log n) edges, exactly: order
// all births and deaths by step, births first within one (a tensor born when another dies cannot take its place), and
// halve that order again and again. Every pair of a death and a later birth is parted by exactly one of the halvings.
// There, one "ladder" stands for all pairs between the deaths on the left and the births on the right: a node for each
// size, joined to its neighbours by edges that cost the difference on the way up and nothing on the way down:
//
//   l_x -> rung(size_x) -> ... -> rung(size_y) -> r_y   at cost max(0, size_y - size_x)
//
// which is the edge of kind 2. The ladders' capacities never bind, so every assignment keeps its cost, none is added,
// and the optimum of the paper's objective is the same.
struct ReuseNetwork {
  FlowNetwork network;
  std::size_t source = 0;
  std::size_t sink = 0;
};
ReuseNetwork MakeReuseNetwork(std::span<const Lifetime> tensors);

// For each tensor, the one whose object it takes over; nothing where it gets a new one. Reads it from a cheapest
// largest flow by following each unit through the ladders.
std::vector<std::optional<std::size_t>> ReadReuses(const ReuseNetwork& reuse, const Flow& flow,
                                                   std::size_t tensor_count);

}  // namespace mica::memory
