// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/pool_to_mean.h"

#include <array>

#include "ops/mean/mean.h"
#include "ops/pool_2d/pool_2d.h"

namespace mica::passes {
namespace {

bool CoversTheImage(const graph::Node& node) {
  if (node.op != "AVERAGE_POOL_2D") return false;
  const Shape& image = node.inputs[0]->desc.shape;
  const Shape& result = node.outputs[0]->desc.shape;
  const auto& pool = node.Attributes<ops::Pool2dAttributes>();
  return pool.height == image[1] && pool.width == image[2] && result[1] == 1 && result[2] == 1 &&
         pool.window.explicit_padding == ops::Padding2d{};
}

graph::Value& PixelAxes(graph::Graph& graph) {
  constexpr std::array kAxes = {1, 2};
  const auto bytes = std::as_bytes(std::span(kAxes));
  return graph.AddConstant("pixel axes", {.type = DataType::kInt32, .shape = {2}, .quantization = {}},
                           graph::Constant::Own({bytes.begin(), bytes.end()}));
}

}  // namespace

int PoolToMean(graph::Graph& graph) {
  int changed = 0;
  for (graph::Node* pool : graph.NodesInOrder()) {
    if (!CoversTheImage(*pool)) continue;
    graph::Value& image = *pool->inputs[0];
    graph::Value& result = *pool->outputs[0];
    graph.DetachOutput(*pool, 0);
    graph.InsertBefore(*pool, "MEAN", ops::MeanAttributes{.keep_dims = true}, {&image, &PixelAxes(graph)}, {&result})
        .AddOrigins(pool->origins);
    graph.Remove(*pool);
    ++changed;
  }
  graph.RemoveUnusedValues();
  return changed;
}

}  // namespace mica::passes
