// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <functional>
#include <map>

#include "graph/graph.h"
#include "operator/host_tensor.h"

// Runs a graph on the CPU with every operator's obvious code: slow, and the judge of everything fast.
namespace mica::reference {

// Values by id.
using Tensors = std::map<int, HostTensor>;

// Called behind each node: how many of how many are done.
using Progress = std::function<void(int done, int total)>;

// All values of the graph, given those of its inputs. Fails where an operator has no reference.
Result<Tensors> Run(const graph::Graph& graph, Tensors inputs, const Progress& progress = {});

// One node whose inputs are all in `tensors` or constant.
Status RunNode(const graph::Node& node, Tensors& tensors);

}  // namespace mica::reference
