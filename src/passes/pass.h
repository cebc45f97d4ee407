// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace mica::passes {

// One transformation of a graph: a name, and a function that says how many places it changed. The graph computes the
// same before and behind.
struct Pass {
  std::string_view name;
  int (*run)(graph::Graph& graph);
};

struct PassResult {
  std::string_view name;
  int changes = 0;
  double milliseconds = 0;
};

struct RunOptions {
  std::vector<std::string> without;                                            // Names of passes to leave out.
  std::function<void(std::string_view pass, const graph::Graph& graph)> dump;  // Called behind each pass.
};

// Runs passes in order and verifies the graph behind each: a pass that breaks it is a bug, and named.
std::vector<PassResult> Run(std::span<const Pass> passes, graph::Graph& graph, const RunOptions& options = {});

}  // namespace mica::passes
