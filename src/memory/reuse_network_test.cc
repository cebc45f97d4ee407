// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/reuse_network.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "memory/example_networks.h"

namespace mica::memory {
namespace {

constexpr ShortestPaths kMethods[] = {ShortestPaths::kSpfa, ShortestPaths::kJohnson};

std::int64_t Size(const Lifetime& tensor) {
  return static_cast<std::int64_t>(tensor.size_bytes);
}

// The cost that the paper's network gives to these reuses.
std::int64_t CostOf(std::span<const Lifetime> tensors, const std::vector<std::optional<std::size_t>>& taken_from) {
  std::int64_t cost = 0;
  for (std::size_t y = 0; y < tensors.size(); ++y) {
    const std::int64_t given = taken_from[y] ? Size(tensors[*taken_from[y]]) : 0;
    cost += std::max<std::int64_t>(0, Size(tensors[y]) - given);
  }
  return cost;
}

// The least cost over all ways to hand objects on, found by trying each.
std::int64_t LeastCost(std::span<const Lifetime> tensors, std::size_t y, std::vector<bool>& given) {
  if (y == tensors.size()) return 0;
  std::int64_t least = Size(tensors[y]) + LeastCost(tensors, y + 1, given);
  for (std::size_t x = 0; x < tensors.size(); ++x) {
    if (given[x] || tensors[x].last_step >= tensors[y].first_step) continue;
    given[x] = true;
    const std::int64_t growth = std::max<std::int64_t>(0, Size(tensors[y]) - Size(tensors[x]));
    least = std::min(least, growth + LeastCost(tensors, y + 1, given));
    given[x] = false;
  }
  return least;
}

// The network as the paper states it, with every edge from l_x to r_y.
std::int64_t CostInFullNetwork(std::span<const Lifetime> tensors) {
  FlowNetwork network{.node_count = 2 * tensors.size() + 2};
  const std::size_t source = 2 * tensors.size();
  const std::size_t sink = source + 1;
  for (std::size_t x = 0; x < tensors.size(); ++x) {
    network.AddEdge({.from = source, .to = 2 * x + 1, .capacity = 1, .cost = Size(tensors[x])});
    network.AddEdge({.from = source, .to = 2 * x, .capacity = 1, .cost = 0});
    network.AddEdge({.from = 2 * x + 1, .to = sink, .capacity = 1, .cost = 0});
    for (std::size_t y = 0; y < tensors.size(); ++y) {
      if (tensors[x].last_step >= tensors[y].first_step) continue;
      const std::int64_t growth = std::max<std::int64_t>(0, Size(tensors[y]) - Size(tensors[x]));
      network.AddEdge({.from = 2 * x, .to = 2 * y + 1, .capacity = 1, .cost = growth});
    }
  }
  return MinCostMaxFlow(network, source, sink, ShortestPaths::kJohnson).cost;
}

void ExpectReusesHaveCost(std::span<const Lifetime> tensors, std::int64_t cost) {
  const ReuseNetwork reuse = MakeReuseNetwork(tensors);
  for (const ShortestPaths method : kMethods) {
    const Flow flow = MinCostMaxFlow(reuse.network, reuse.source, reuse.sink, method);
    EXPECT_EQ(flow.amount, static_cast<std::int64_t>(tensors.size()));
    EXPECT_EQ(flow.cost, cost);
    const std::vector<std::optional<std::size_t>> taken_from = ReadReuses(reuse, flow, tensors.size());
    EXPECT_EQ(CostOf(tensors, taken_from), cost);

    std::vector<bool> given(tensors.size(), false);
    for (std::size_t y = 0; y < tensors.size(); ++y) {
      if (!taken_from[y]) continue;
      EXPECT_LT(tensors[*taken_from[y]].last_step, tensors[y].first_step);
      EXPECT_FALSE(given[*taken_from[y]]) << "Two tensors take the object of one.";
      given[*taken_from[y]] = true;
    }
  }
}

TEST(ReuseNetworkTest, SmallCasesCostAsLittleAsTheBestOfAllAssignments) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000 && !HasFailure(); ++round) {
    const std::vector<Lifetime> tensors = RandomNetwork(random, /*most_tensors=*/7);
    std::vector<bool> given(tensors.size(), false);
    ExpectReusesHaveCost(tensors, LeastCost(tensors, 0, given));
  }
}

TEST(ReuseNetworkTest, LaddersCostWhatTheFullNetworkCosts) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100 && !HasFailure(); ++round) {
    const std::vector<Lifetime> tensors = RandomNetwork(random, /*most_tensors=*/80);
    ExpectReusesHaveCost(tensors, CostInFullNetwork(tensors));
  }
}

TEST(ReuseNetworkTest, HasOrderNLogNEdges) {
  for (const std::size_t tensor_count : {10, 100, 1000, 10000}) {
    const std::vector<Lifetime> tensors = ChainWithSkips(tensor_count);
    const std::size_t halvings = std::bit_width(2 * tensor_count);
    // In each of them, at most one edge and two between rungs for each of the two ends of a tensor's life.
    EXPECT_LE(MakeReuseNetwork(tensors).network.edges.size(), 3 * tensor_count + 6 * tensor_count * halvings);
  }
}

}  // namespace
}  // namespace mica::memory
