// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "fusions/fusion.h"

namespace mica::fusions {

// Two 1x1 convolutions of a single pixel, the second the only reader of the first, with element-wise nodes between:
//
//   MEAN ─ CONV_2D ─ SILU ─ CONV_2D ─ LOGISTIC      the gate of squeeze and excitation
//
// So little work that a dispatch of its own costs more: one work group does both.
Result<std::optional<Fusion>> FusePointwisePair(const graph::Node& node, const graph::Graph& graph,
                                                const LoweringContext& context);

}  // namespace mica::fusions
