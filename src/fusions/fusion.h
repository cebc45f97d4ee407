// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <vector>

#include "operator/operator_def.h"

// Kernels over several nodes, where one dispatch beats the sum of its parts. Element-wise nodes need none of this: they
// are steps of any kernel.
namespace mica::fusions {

struct Fusion {
  std::vector<const graph::Node*> nodes;  // What the kernel computes, in the order of the graph. It writes the last.
  KernelRequest kernel;
};

// A fusion that begins with `node`, if one fits and pays on the device.
Result<std::optional<Fusion>> FindFusion(const graph::Node& node, const graph::Graph& graph,
                                         const LoweringContext& context);

}  // namespace mica::fusions
