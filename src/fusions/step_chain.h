// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "operator/operator_def.h"

namespace mica::fusions {

// A value, the element-wise nodes that lead from it each to the only reader of the one before, and the node behind.
struct StepChain {
  std::vector<const graph::Node*> nodes;
  std::vector<StepRequest> steps;
  const graph::Value* result = nullptr;
  const graph::Node* reader = nullptr;  // The only reader of the result; nullptr: it has others, or none.
};

// Follows the chain from `value`, through nodes that read nothing else but constants.
Result<StepChain> FollowSteps(const graph::Value& value, const graph::Graph& graph);

}  // namespace mica::fusions
