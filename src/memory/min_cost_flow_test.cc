// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/min_cost_flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace mica::memory {
namespace {

using ::testing::ElementsAre;

class MinCostFlowTest : public ::testing::TestWithParam<ShortestPaths> {};
INSTANTIATE_TEST_SUITE_P(BothMethods, MinCostFlowTest, ::testing::Values(ShortestPaths::kSpfa, ShortestPaths::kJohnson),
                         [](const auto& method) { return method.param == ShortestPaths::kSpfa ? "Spfa" : "Johnson"; });

// What a cheapest largest flow is, checked from the definition: it keeps to the capacities and is conserved, no path
// with capacity left leads from source to sink, and no cycle of negative cost has capacity left.
void ExpectCheapestLargest(const FlowNetwork& network, std::size_t source, std::size_t sink, const Flow& flow) {
  std::vector<FlowEdge> left;
  std::vector<std::int64_t> balance(network.node_count, 0);
  for (std::size_t i = 0; i < network.edges.size(); ++i) {
    const FlowEdge& edge = network.edges[i];
    EXPECT_GE(flow.on_edge[i], 0);
    EXPECT_LE(flow.on_edge[i], edge.capacity);
    balance[edge.from] -= flow.on_edge[i];
    balance[edge.to] += flow.on_edge[i];
    if (flow.on_edge[i] < edge.capacity) left.push_back(edge);
    if (flow.on_edge[i] > 0) left.push_back({.from = edge.to, .to = edge.from, .cost = -edge.cost});
  }
  for (std::size_t node = 0; node < network.node_count; ++node) {
    EXPECT_EQ(balance[node], node == sink ? flow.amount : node == source ? -flow.amount : 0);
  }

  std::vector<bool> reached(network.node_count, false);
  reached[source] = true;
  std::vector<std::int64_t> distance(network.node_count, 0);  // From an extra node, joined to all others at cost 0.
  bool shortened = false;
  for (std::size_t round = 0; round <= network.node_count; ++round) {
    shortened = false;
    for (const FlowEdge& edge : left) {
      if (reached[edge.from]) reached[edge.to] = true;
      if (distance[edge.from] + edge.cost >= distance[edge.to]) continue;
      distance[edge.to] = distance[edge.from] + edge.cost;
      shortened = true;
    }
  }
  EXPECT_FALSE(reached[sink]) << "The flow is not the largest.";
  EXPECT_FALSE(shortened) << "The flow is not the cheapest.";
}

TEST_P(MinCostFlowTest, TakesTheCheaperOfTwoPathsFirst) {
  FlowNetwork network{.node_count = 4};
  network.AddEdge({.from = 0, .to = 1, .capacity = 3, .cost = 1});
  network.AddEdge({.from = 0, .to = 2, .capacity = 3, .cost = 5});
  network.AddEdge({.from = 1, .to = 3, .capacity = 2, .cost = 1});
  network.AddEdge({.from = 2, .to = 3, .capacity = 2, .cost = 1});
  const Flow flow = MinCostMaxFlow(network, 0, 3, GetParam());
  EXPECT_EQ(flow.amount, 4);
  EXPECT_EQ(flow.cost, 2 * 2 + 2 * 6);
  EXPECT_THAT(flow.on_edge, ElementsAre(2, 2, 2, 2));
}

TEST_P(MinCostFlowTest, GivesFlowBackWhereALaterPathNeedsThePlace) {
  FlowNetwork network{.node_count = 4};  // The cheapest single path is 0-1-2-3, which is in no largest flow.
  network.AddEdge({.from = 0, .to = 1, .capacity = 1, .cost = 0});
  network.AddEdge({.from = 1, .to = 2, .capacity = 1, .cost = 0});
  network.AddEdge({.from = 2, .to = 3, .capacity = 1, .cost = 0});
  network.AddEdge({.from = 0, .to = 2, .capacity = 1, .cost = 4});
  network.AddEdge({.from = 1, .to = 3, .capacity = 1, .cost = 4});
  const Flow flow = MinCostMaxFlow(network, 0, 3, GetParam());
  EXPECT_EQ(flow.amount, 2);
  EXPECT_EQ(flow.cost, 8);
  EXPECT_THAT(flow.on_edge, ElementsAre(1, 0, 1, 1, 1));
}

TEST_P(MinCostFlowTest, CostsMayBeNegative) {
  FlowNetwork network{.node_count = 4};
  network.AddEdge({.from = 0, .to = 1, .capacity = 1, .cost = 7});
  network.AddEdge({.from = 1, .to = 3, .capacity = 1, .cost = -5});
  network.AddEdge({.from = 0, .to = 3, .capacity = 1, .cost = 3});
  network.AddEdge({.from = 2, .to = 3, .capacity = 1, .cost = -9});  // Out of reach.
  const Flow flow = MinCostMaxFlow(network, 0, 3, GetParam());
  EXPECT_EQ(flow.amount, 2);
  EXPECT_EQ(flow.cost, 5);
}

TEST_P(MinCostFlowTest, NoPathIsNoFlow) {
  FlowNetwork network{.node_count = 3};
  network.AddEdge({.from = 0, .to = 1, .capacity = 1, .cost = 1});
  EXPECT_EQ(MinCostMaxFlow(network, 0, 2, GetParam()).amount, 0);
}

TEST_P(MinCostFlowTest, RandomNetworksHaveNoCheaperAndNoLargerFlow) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    FlowNetwork network{.node_count = 2 + random() % 12};
    for (std::size_t count = random() % 50; count > 0; --count) {
      const std::size_t a = random() % network.node_count;
      const std::size_t b = random() % network.node_count;
      // Negative costs only from lower to higher nodes: so they form no cycle by themselves.
      const std::int64_t cost = static_cast<std::int64_t>(random() % 10) - (a < b && round % 2 == 0 ? 5 : 0);
      const std::int64_t into_cycle = a < b ? 0 : static_cast<std::int64_t>(5 * network.node_count);
      network.AddEdge({.from = a,
                       .to = b,
                       .capacity = static_cast<std::int64_t>(random() % 5),
                       .cost = cost + (round % 2 == 0 ? into_cycle : 0)});
    }
    const std::size_t sink = network.node_count - 1;
    ExpectCheapestLargest(network, 0, sink, MinCostMaxFlow(network, 0, sink, GetParam()));
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace mica::memory
