// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "fusions/fusion.h"

namespace mica::fusions {

// An element-wise node that no kernel before it could take, further ones, and the 1x1 convolution that alone reads the
// result:
//
//   x ─┬─ MEAN ─ ... ─ LOGISTIC ─┐
//      └─────────────────────────┴─ MUL ─ CONV_2D 1x1      squeeze and excitation
//
// The scaled image is never stored.
Result<std::optional<Fusion>> FuseScaledPointwise(const graph::Node& node, const graph::Graph& graph,
                                                  const LoweringContext& context);

}  // namespace mica::fusions
