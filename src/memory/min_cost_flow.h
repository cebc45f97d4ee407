// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mica::memory {

struct FlowEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  std::int64_t capacity = 0;
  std::int64_t cost = 0;  // Of one unit of flow. May be negative, but no cycle of negative cost may have capacity.
};

// A directed network, as plain data. Nodes are the numbers below `node_count`; edges may be parallel.
struct FlowNetwork {
  std::size_t node_count = 0;
  std::vector<FlowEdge> edges;

  std::size_t AddNode() { return node_count++; }
  // Returns the edge's index in `edges` and in Flow::on_edge.
  std::size_t AddEdge(const FlowEdge& edge) {
    edges.push_back(edge);
    return edges.size() - 1;
  }
};

struct Flow {
  std::int64_t amount = 0;
  std::int64_t cost = 0;
  std::vector<std::int64_t> on_edge;
};

// How the next cheapest paths are found; the two may return different flows of the same amount and cost.
enum class ShortestPaths {
  kSpfa,     // "Shortest path faster": Bellman-Ford with a queue, on the costs as they are. Moore 1959.
  kJohnson,  // Dijkstra, on costs that potentials keep from being negative. Johnson 1977. Much the faster of the two.
};

// The cheapest of all flows from `source` to `sink` that carry as much as the network can. Deterministic.
Flow MinCostMaxFlow(const FlowNetwork& network, std::size_t source, std::size_t sink, ShortestPaths method);

}  // namespace mica::memory
