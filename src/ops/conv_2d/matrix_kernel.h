// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <string_view>

#include "ops/conv_2d/convolution.h"

namespace mica::ops {

// How a work group shares a convolution whose products are made by cooperative matrices, 16 pixels x 16 inputs x 16
// outputs at a time. Its subgroups stand in a box of `columns` x `parts`: each multiplies all `rows` x 16 pixels of the
// group with `column_blocks` x 16 outputs, over every parts-th block of 16 inputs. The parts are added in shared
// memory.
struct MatrixTile {
  int rows = 1;
  int columns = 4;
  int column_blocks = 1;
  int parts = 2;

  int pixels() const { return rows * 16; }
  int slices() const { return columns * column_blocks * 4; }
  int invocations() const { return columns * parts * 32; }
};

// It takes 16-bit weights and values, and a device that has such matrices.
bool HasMatrixForm(const Convolution& conv, const LoweringContext& context);
bool FitsMatrixTile(const Convolution& conv, const MatrixTile& tile, const gpu::DeviceInfo& device);

// Nothing where there is no such form.
std::optional<MatrixTile> ChooseMatrixTile(const Convolution& conv, const LoweringContext& context, bool has_middle);

KernelRequest MatrixConvolution(const Convolution& conv, const MatrixTile& tile);

// The same for a pointwise convolution of a value that the kernel computes itself: see TiledConvolutionOf.
KernelRequest MatrixConvolutionOf(const Convolution& conv, const MatrixTile& tile, std::string_view compute);

}  // namespace mica::ops
