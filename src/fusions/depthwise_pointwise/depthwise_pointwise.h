// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "fusions/fusion.h"
#include "ops/conv_2d/any_tile.h"

namespace mica::fusions {

// A depthwise convolution, element-wise nodes with constants, and the 1x1 convolution that alone reads the result:
//
//   DEPTHWISE_CONV_2D -> RELU6 -> CONV_2D 1x1      the pattern of all MobileNets
//
// A work group computes the depthwise result for its pixels in shared memory and multiplies it from there: one dispatch
// and one barrier less, and the value between never leaves the chip. Groups for other output channels of the same
// pixels compute it again, which costs less than a dispatch as long as they are few.
Result<std::optional<Fusion>> FuseDepthwisePointwise(const graph::Node& node, const graph::Graph& graph,
                                                     const LoweringContext& context);

// The same with this tile, whatever the rule says: for measurements.
Result<std::optional<Fusion>> FuseWithTile(const graph::Node& node, const graph::Graph& graph,
                                           const LoweringContext& context, std::optional<ops::AnyTile> wanted);

}  // namespace mica::fusions
