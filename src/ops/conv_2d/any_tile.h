// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string_view>
#include <variant>

#include "ops/conv_2d/matrix_kernel.h"
#include "ops/conv_2d/tiled_kernel.h"

namespace mica::ops {

// The ways in which a work group of a hardware GPU shares a convolution.
using AnyTile = std::variant<Tile, MatrixTile>;

inline KernelRequest TileConvolution(const Convolution& conv, const AnyTile& tile) {
  if (const auto* matrix = std::get_if<MatrixTile>(&tile)) return MatrixConvolution(conv, *matrix);
  return TiledConvolution(conv, std::get<Tile>(tile));
}

// Of a value that the kernel computes itself: see TiledConvolutionOf.
inline KernelRequest TileConvolutionOf(const Convolution& conv, const AnyTile& tile, std::string_view compute) {
  if (const auto* matrix = std::get_if<MatrixTile>(&tile)) return MatrixConvolutionOf(conv, *matrix, compute);
  return TiledConvolutionOf(conv, std::get<Tile>(tile), compute);
}

}  // namespace mica::ops
