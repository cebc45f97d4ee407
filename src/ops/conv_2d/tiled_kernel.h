// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "ops/conv_2d/convolution.h"
#include "ops/conv_2d/tile.h"

namespace mica::ops {

// The kernel for GPUs with thousands of lanes, for convolutions without groups.
KernelRequest TiledConvolution(const Convolution& conv, const Tile& tile);

// The same for a pointwise convolution of a value that the kernel computes itself, the inner value `middle`: `compute`
// is the text of float4 middle_compute(int b, int x, int y, int slice TENSORS_DECLARED). A group first computes all
// channels of its pixels in shared memory. The caller adds the inner value and what the text reads.
KernelRequest TiledConvolutionOf(const Convolution& conv, const Tile& tile, std::string_view compute);

// Shared memory that TiledConvolutionOf needs.
std::size_t SharedBytesOfInner(const Convolution& conv, const Tile& tile);

}  // namespace mica::ops
