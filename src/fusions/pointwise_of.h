// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>

#include "fusions/step_chain.h"
#include "ops/conv_2d/any_tile.h"

// What fusions have in common whose kernel is a 1x1 convolution of a value that it computes itself.
namespace mica::fusions {

// Whether a 1x1 convolution with constant weights, pixel by pixel, alone reads the chain's result.
bool IsPointwiseOf(const StepChain& chain);

// The first node, the steps, the convolution.
std::vector<const graph::Node*> NodesOf(const graph::Node& first, const StepChain& chain);

// The tile for it; nothing where the device has too little shared memory.
std::optional<ops::AnyTile> ChooseFusedTile(const ops::Convolution& conv, const LoweringContext& context);

}  // namespace mica::fusions
