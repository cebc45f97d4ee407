// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/reuse_network.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace mica::memory {
namespace {

// l_x and r_x come first in the numbering, then s and t, then the rungs.
constexpr std::size_t LeftNode(std::size_t tensor) {
  return 2 * tensor;
}
constexpr std::size_t RightNode(std::size_t tensor) {
  return 2 * tensor + 1;
}

struct Event {
  int step;
  bool is_death;
  std::size_t tensor;
};

std::vector<Event> EventsInOrder(std::span<const Lifetime> tensors) {
  std::vector<Event> events;
  for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
    events.push_back({.step = tensors[tensor].first_step, .is_death = false, .tensor = tensor});
    events.push_back({.step = tensors[tensor].last_step, .is_death = true, .tensor = tensor});
  }
  std::ranges::sort(events, {}, [](const Event& e) { return std::tuple(e.step, e.is_death, e.tensor); });
  return events;
}

// Joins the tensors that die in `left` to those born in `right` by one ladder.
void AddLadder(std::span<const Event> left, std::span<const Event> right, std::span<const Lifetime> tensors,
               FlowNetwork& network) {
  std::vector<std::size_t> dying;
  std::vector<std::size_t> born;
  for (const Event& event : left) {
    if (event.is_death) dying.push_back(event.tensor);
  }
  for (const Event& event : right) {
    if (!event.is_death) born.push_back(event.tensor);
  }
  if (dying.empty() || born.empty()) return;

  std::vector<std::size_t> sizes;
  for (const std::size_t tensor : dying) sizes.push_back(tensors[tensor].size_bytes);
  for (const std::size_t tensor : born) sizes.push_back(tensors[tensor].size_bytes);
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());

  const std::size_t lowest_rung = network.node_count;
  const auto rung_of = [&](std::size_t tensor) {
    return lowest_rung + (std::ranges::lower_bound(sizes, tensors[tensor].size_bytes) - sizes.begin());
  };
  network.node_count += sizes.size();

  const std::int64_t unbound = static_cast<std::int64_t>(std::min(dying.size(), born.size()));
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    const std::size_t rung = lowest_rung + i;
    const auto difference = static_cast<std::int64_t>(sizes[i + 1] - sizes[i]);
    network.AddEdge({.from = rung, .to = rung + 1, .capacity = unbound, .cost = difference});
    network.AddEdge({.from = rung + 1, .to = rung, .capacity = unbound, .cost = 0});
  }
  for (const std::size_t tensor : dying) {
    network.AddEdge({.from = LeftNode(tensor), .to = rung_of(tensor), .capacity = 1, .cost = 0});
  }
  for (const std::size_t tensor : born) {
    network.AddEdge({.from = rung_of(tensor), .to = RightNode(tensor), .capacity = 1, .cost = 0});
  }
}

void AddLadders(std::span<const Event> events, std::span<const Lifetime> tensors, FlowNetwork& network) {
  if (events.size() < 2) return;
  const std::size_t half = events.size() / 2;
  AddLadder(events.first(half), events.subspan(half), tensors, network);
  AddLadders(events.first(half), tensors, network);
  AddLadders(events.subspan(half), tensors, network);
}

}  // namespace

ReuseNetwork MakeReuseNetwork(std::span<const Lifetime> tensors) {
  ReuseNetwork reuse;
  FlowNetwork& network = reuse.network;
  network.node_count = 2 * tensors.size();
  reuse.source = network.AddNode();
  reuse.sink = network.AddNode();
  for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
    const auto size = static_cast<std::int64_t>(tensors[tensor].size_bytes);
    network.AddEdge({.from = reuse.source, .to = LeftNode(tensor), .capacity = 1, .cost = 0});
    network.AddEdge({.from = reuse.source, .to = RightNode(tensor), .capacity = 1, .cost = size});
    network.AddEdge({.from = RightNode(tensor), .to = reuse.sink, .capacity = 1, .cost = 0});
  }
  AddLadders(EventsInOrder(tensors), tensors, network);
  return reuse;
}

std::vector<std::optional<std::size_t>> ReadReuses(const ReuseNetwork& reuse, const Flow& flow,
                                                   std::size_t tensor_count) {
  const std::vector<FlowEdge>& edges = reuse.network.edges;
  std::vector<std::vector<std::size_t>> used_edges(reuse.network.node_count);  // By their start, one for each unit.
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    used_edges[edges[edge].from].insert(used_edges[edges[edge].from].end(), flow.on_edge[edge], edge);
  }

  std::vector<std::optional<std::size_t>> taken_from(tensor_count);
  for (std::size_t giver = 0; giver < tensor_count; ++giver) {
    if (used_edges[LeftNode(giver)].empty()) continue;
    std::size_t node = LeftNode(giver);
    std::size_t before = node;
    while (node != reuse.sink) {
      // No cheapest flow climbs and descends between the same two rungs: the walk never turns back, and so ends.
      MICA_CHECK(!used_edges[node].empty(), "the flow ends at node {}, which is not the sink.", node);
      const std::size_t edge = used_edges[node].back();
      used_edges[node].pop_back();
      before = node;
      node = edges[edge].to;
    }
    taken_from[(before - RightNode(0)) / 2] = giver;
  }
  return taken_from;
}

}  // namespace mica::memory
