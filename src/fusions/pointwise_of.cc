// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/pointwise_of.h"

#include <algorithm>
#include <bit>

namespace mica::fusions {

bool IsPointwiseOf(const StepChain& chain) {
  if (chain.reader == nullptr || chain.reader->op != "CONV_2D" || chain.reader->inputs[0] != chain.result) return false;
  const NodeView node(*chain.reader);
  const ops::Convolution conv(node);
  return conv.is_pointwise() && conv.window.stride_x == 1 && conv.window.stride_y == 1;
}

std::vector<const graph::Node*> NodesOf(const graph::Node& first, const StepChain& chain) {
  std::vector<const graph::Node*> nodes = {&first};
  nodes.insert(nodes.end(), chain.nodes.begin(), chain.nodes.end());
  nodes.push_back(chain.reader);
  return nodes;
}

std::optional<ops::AnyTile> ChooseFusedTile(const ops::Convolution& conv, const LoweringContext& context) {
  if (const auto matrix = ops::ChooseMatrixTile(conv, context, /*has_middle=*/true)) return *matrix;
  constexpr int kMostParts = 8;
  const gpu::DeviceInfo& device = context.device;
  const ops::ProductShape shape = conv.product();
  ops::Tile tile{.pixel_lanes = 4, .pixels = 2, .slice_lanes = 8, .slices = 4};
  const auto fits = [&] {
    return tile.invocations() <= device.max_group_invocations &&
           ops::SharedBytesOfInner(conv, tile) <= device.shared_memory_bytes;
  };
  while (tile.tile_slices() > shape.output_slices && tile.slices > 1) tile.slices /= 2;
  tile.slice_parts = std::min(kMostParts, static_cast<int>(std::bit_floor(static_cast<unsigned>(shape.input_slices))));
  while (!fits() && tile.slice_parts > 1) tile.slice_parts /= 2;
  if (!fits()) tile.pixels = 1;
  if (!fits()) return std::nullopt;
  return tile;
}

}  // namespace mica::fusions
