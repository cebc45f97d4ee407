// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
//
// What planning costs. Wanted: greedy on 100,000 tensors under 1 s, growing as n log n; mcfp on 500 under 2 s.
// The fitted complexity and its error (RMS) are the lines after each series.
#include <benchmark/benchmark.h>

#include "memory/arena.h"
#include "memory/example_networks.h"
#include "memory/lower_bounds.h"
#include "memory/shared_objects.h"

namespace mica::memory {
namespace {

// Makes one plan again and again, for a chain of tensors with skips, all of different size.
template <typename Plan>
void PlanChain(benchmark::State& state, Plan plan) {
  const std::vector<Lifetime> tensors = ChainWithSkips(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(plan(tensors));
  state.SetComplexityN(state.range(0));
}

void Greedy(benchmark::State& state) {
  PlanChain(state, PlanGreedy);
}
BENCHMARK(Greedy)
    ->RangeMultiplier(10)
    ->Range(100, 100'000)
    ->Complexity(benchmark::oNLogN)
    ->Unit(benchmark::kMillisecond);

void BySize(benchmark::State& state) {
  PlanChain(state, PlanBySize);
}
BENCHMARK(BySize)->RangeMultiplier(2)->Range(512, 4'096)->Complexity()->Unit(benchmark::kMillisecond);

void ByBreadth(benchmark::State& state) {
  PlanChain(state, PlanByBreadth);
}
BENCHMARK(ByBreadth)->RangeMultiplier(10)->Range(100, 100'000)->Complexity()->Unit(benchmark::kMillisecond);

void MinCostFlowBySpfa(benchmark::State& state) {
  PlanChain(state, [](const auto& tensors) { return PlanMinCostFlow(tensors, ShortestPaths::kSpfa); });
}
BENCHMARK(MinCostFlowBySpfa)->DenseRange(100, 500, 100)->Complexity()->Unit(benchmark::kMillisecond);

void MinCostFlowByJohnson(benchmark::State& state) {
  PlanChain(state, [](const auto& tensors) { return PlanMinCostFlow(tensors, ShortestPaths::kJohnson); });
}
BENCHMARK(MinCostFlowByJohnson)->DenseRange(100, 500, 100)->Arg(1'000)->Complexity()->Unit(benchmark::kMillisecond);

// `above_bound` is the arena's size over its lower bound, less 1.
void Arena(benchmark::State& state) {
  const std::vector<Lifetime> tensors = ChainWithSkips(static_cast<std::size_t>(state.range(0)));
  const ArenaSearch search{.budget = state.range(1)};
  ArenaPlan plan;
  for (auto _ : state) plan = PlanArena({.tensors = tensors, .alignment = 64}, search);
  const std::size_t bound = ArenaLowerBound({.tensors = tensors, .alignment = 64});
  state.counters["above_bound"] = static_cast<double>(plan.size_bytes) / static_cast<double>(bound) - 1;
}
BENCHMARK(Arena)
    ->ArgNames({"tensors", "budget"})
    ->ArgsProduct({{50, 500, 5'000}, {0, 1'000'000, 10'000'000}})
    ->Unit(benchmark::kMillisecond);

void ArenaOfMobileNetV2(benchmark::State& state) {
  const std::vector<Lifetime> tensors = MobileNetV2(/*element_bytes=*/2);
  for (auto _ : state) benchmark::DoNotOptimize(PlanArena({.tensors = tensors, .alignment = 64}));
}
BENCHMARK(ArenaOfMobileNetV2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mica::memory
