// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/min_cost_flow.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "base/check.h"

namespace mica::memory {
namespace {

constexpr std::int64_t kUnreached = std::numeric_limits<std::int64_t>::max();

// What capacity the flow so far leaves. Each edge becomes a pair of arcs: arc 2e along the edge e, and arc 2e + 1
// against it, which gives flow back at the negative cost. So `arc ^ 1` is always the opposite one.
struct Residual {
  struct Arc {
    std::size_t to;
    std::int64_t capacity;
    std::int64_t cost;
  };
  std::vector<Arc> arcs;
  std::vector<std::size_t> first_arc;  // The arcs out of `node` are out_arcs[first_arc[node], first_arc[node + 1]).
  std::vector<std::size_t> out_arcs;

  explicit Residual(const FlowNetwork& network) : first_arc(network.node_count + 1, 0) {
    for (const FlowEdge& edge : network.edges) {
      MICA_CHECK(edge.from < network.node_count && edge.to < network.node_count && edge.capacity >= 0,
                 "the edge from {} to {} of capacity {} is none of this network.", edge.from, edge.to, edge.capacity);
      arcs.push_back({.to = edge.to, .capacity = edge.capacity, .cost = edge.cost});
      arcs.push_back({.to = edge.from, .capacity = 0, .cost = -edge.cost});
      ++first_arc[edge.from + 1];
      ++first_arc[edge.to + 1];
    }
    for (std::size_t node = 0; node < network.node_count; ++node) first_arc[node + 1] += first_arc[node];
    out_arcs.resize(arcs.size());
    std::vector<std::size_t> next = first_arc;
    for (std::size_t arc = 0; arc < arcs.size(); ++arc) out_arcs[next[arcs[arc ^ 1].to]++] = arc;
  }

  std::size_t node_count() const { return first_arc.size() - 1; }
};

// Distances from the source by the arcs' own costs.
void FindDistancesBySpfa(const Residual& residual, std::size_t source, std::vector<std::int64_t>& distance) {
  distance.assign(residual.node_count(), kUnreached);
  std::vector<bool> queued(residual.node_count(), false);
  std::deque<std::size_t> queue = {source};
  distance[source] = 0;
  while (!queue.empty()) {
    const std::size_t node = queue.front();
    queue.pop_front();
    queued[node] = false;
    for (std::size_t at = residual.first_arc[node]; at < residual.first_arc[node + 1]; ++at) {
      const Residual::Arc& arc = residual.arcs[residual.out_arcs[at]];
      if (arc.capacity == 0 || distance[node] + arc.cost >= distance[arc.to]) continue;
      distance[arc.to] = distance[node] + arc.cost;
      if (queued[arc.to]) continue;
      queued[arc.to] = true;
      queue.push_back(arc.to);
    }
  }
}

// The distances of the last round are potentials that make every cost non-negative: cost + p(from) - p(to). Dijkstra's
// algorithm finds how much each distance grew, and stops at the sink: a node that is farther away is given the sink's
// growth, which still keeps all costs non-negative. Returns whether the sink is reached.
bool UpdateDistancesByJohnson(const Residual& residual, std::size_t source, std::size_t sink,
                              std::vector<std::int64_t>& distance) {
  std::vector<std::int64_t> growth(residual.node_count(), kUnreached);
  using Entry = std::pair<std::int64_t, std::size_t>;  // Growth and node: equal growths are taken by node number.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> nearest;
  nearest.emplace(0, source);
  growth[source] = 0;
  while (!nearest.empty() && nearest.top().second != sink) {
    const auto [node_growth, node] = nearest.top();
    nearest.pop();
    if (node_growth > growth[node]) continue;  // Outdated: a shorter way was found since.
    for (std::size_t at = residual.first_arc[node]; at < residual.first_arc[node + 1]; ++at) {
      const Residual::Arc& arc = residual.arcs[residual.out_arcs[at]];
      if (arc.capacity == 0) continue;
      const std::int64_t candidate = node_growth + arc.cost + distance[node] - distance[arc.to];
      if (candidate >= growth[arc.to]) continue;
      growth[arc.to] = candidate;
      nearest.emplace(candidate, arc.to);
    }
  }
  if (growth[sink] == kUnreached) return false;
  for (std::size_t node = 0; node < growth.size(); ++node) distance[node] += std::min(growth[node], growth[sink]);
  return true;
}

// Saturates shortest paths, one after another, until a depth-first search finds no more. A node is entered once: where
// arcs of no cost form cycles that may miss a path, which the next round then finds at the same distance.
class PathSaturation {
 public:
  PathSaturation(Residual& residual, const std::vector<std::int64_t>& distance)
      : residual_(residual), distance_(distance), entered_(distance.size(), false), next_(residual.first_arc) {}

  std::int64_t Run(std::size_t source, std::size_t sink) {
    std::int64_t amount = 0;
    while (FindPath(source, sink)) {
      std::int64_t bottleneck = kUnreached;
      for (const std::size_t arc : path_) bottleneck = std::min(bottleneck, residual_.arcs[arc].capacity);
      for (const std::size_t arc : path_) {
        residual_.arcs[arc].capacity -= bottleneck;
        residual_.arcs[arc ^ 1].capacity += bottleneck;
        entered_[residual_.arcs[arc].to] = false;  // It led to the sink, and may again.
      }
      amount += bottleneck;
    }
    return amount;
  }

 private:
  bool FindPath(std::size_t source, std::size_t sink) {
    path_.clear();
    entered_[source] = true;
    std::size_t node = source;
    while (node != sink) {
      if (const std::size_t arc = NextArc(node); arc != kNone) {
        path_.push_back(arc);
        node = residual_.arcs[arc].to;
        entered_[node] = true;
      } else {
        if (path_.empty()) return false;
        node = residual_.arcs[path_.back() ^ 1].to;
        path_.pop_back();
        ++next_[node];
      }
    }
    return true;
  }

  // The next arc on a shortest path that leads to a node not yet entered. Arcs passed over are not tried again.
  std::size_t NextArc(std::size_t node) {
    for (; next_[node] < residual_.first_arc[node + 1]; ++next_[node]) {
      const std::size_t index = residual_.out_arcs[next_[node]];
      const Residual::Arc& arc = residual_.arcs[index];
      if (arc.capacity == 0 || entered_[arc.to] || distance_[arc.to] == kUnreached) continue;
      if (distance_[node] + arc.cost == distance_[arc.to]) return index;
    }
    return kNone;
  }

  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  Residual& residual_;
  const std::vector<std::int64_t>& distance_;
  std::vector<bool> entered_;
  std::vector<std::size_t> next_;
  std::vector<std::size_t> path_;
};

}  // namespace

// Successive shortest paths: a flow that only ever grew along shortest paths is the cheapest of its amount.
Flow MinCostMaxFlow(const FlowNetwork& network, std::size_t source, std::size_t sink, ShortestPaths method) {
  MICA_CHECK(source < network.node_count && sink < network.node_count && source != sink,
             "no flow leads from {} to {} among {} nodes.", source, sink, network.node_count);
  Residual residual(network);
  std::vector<std::int64_t> distance(network.node_count, 0);
  const bool any_negative = std::ranges::any_of(network.edges, [](const FlowEdge& edge) { return edge.cost < 0; });
  if (method == ShortestPaths::kJohnson && any_negative) {
    FindDistancesBySpfa(residual, source, distance);
    std::ranges::replace(distance, kUnreached, std::int64_t{0});  // Out of the source's reach now and ever after.
  }

  Flow flow;
  while (true) {
    if (method == ShortestPaths::kSpfa) {
      FindDistancesBySpfa(residual, source, distance);
      if (distance[sink] == kUnreached) break;
    } else if (!UpdateDistancesByJohnson(residual, source, sink, distance)) {
      break;
    }
    flow.amount += PathSaturation(residual, distance).Run(source, sink);
  }
  for (std::size_t edge = 0; edge < network.edges.size(); ++edge) {
    flow.on_edge.push_back(residual.arcs[2 * edge + 1].capacity);
    flow.cost += flow.on_edge.back() * network.edges[edge].cost;
  }
  return flow;
}

}  // namespace mica::memory
