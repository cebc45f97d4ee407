// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"
#include "plan/plan.h"

namespace mica::runtime {

// Cooks the recipes of one constants' buffer: packed, converted to the plan's type, each at its offset.
Result<std::vector<std::byte>> MakeConstantBytes(const plan::Plan& plan, int buffer, const graph::Graph& graph);

}  // namespace mica::runtime
