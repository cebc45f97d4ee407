// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/kernels.h"

#include "ops/conv_2d/any_tile.h"
#include "ops/conv_2d/blocked_kernel.h"
#include "ops/conv_2d/unaligned_groups_kernel.h"

namespace mica::ops {

Status LowerConv2d(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) {
  const Convolution conv(node);
  if (!conv.has_aligned_groups()) {
    sequence.Add(UnalignedGroupsConvolution(conv));
  } else if (const auto tile = ChooseMatrixTile(conv, context, /*has_middle=*/false)) {
    sequence.Add(TileConvolution(conv, *tile));
  } else if (!context.device.is_software() && conv.groups() == 1) {
    sequence.Add(TileConvolution(conv, ChooseTile(conv.product(), context.device)));
  } else {
    sequence.Add(BlockedConvolution(conv, context.device));
  }
  return Ok();
}

}  // namespace mica::ops
