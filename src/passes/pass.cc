// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/pass.h"

#include <algorithm>
#include <chrono>

namespace mica::passes {

std::vector<PassResult> Run(std::span<const Pass> passes, graph::Graph& graph, const RunOptions& options) {
  using Clock = std::chrono::steady_clock;
  std::vector<PassResult> results;
  for (const Pass& pass : passes) {
    if (std::ranges::find(options.without, pass.name) != options.without.end()) continue;
    const Clock::time_point started = Clock::now();
    const int changes = pass.run(graph);
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - started;
    results.push_back({pass.name, changes, elapsed.count()});
    const Status status = graph::Verify(graph);
    MICA_CHECK(status.ok(), "the pass {} broke the graph: {}", pass.name, status.message());
    if (options.dump) options.dump(pass.name, graph);
  }
  return results;
}

}  // namespace mica::passes
