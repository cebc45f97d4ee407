// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "fusions/fusion.h"

#include <array>

#include "fusions/depthwise_pointwise/depthwise_pointwise.h"
#include "fusions/pointwise_pair/pointwise_pair.h"
#include "fusions/scaled_pointwise/scaled_pointwise.h"

namespace mica::fusions {

Result<std::optional<Fusion>> FindFusion(const graph::Node& node, const graph::Graph& graph,
                                         const LoweringContext& context) {
  using Find = Result<std::optional<Fusion>> (*)(const graph::Node&, const graph::Graph&, const LoweringContext&);
  constexpr std::array<Find, 3> kFusions = {FuseDepthwisePointwise, FusePointwisePair, FuseScaledPointwise};
  for (const Find find : kFusions) {
    ASSIGN_OR_RETURN(std::optional<Fusion> fusion, find(node, graph, context));
    if (fusion) return fusion;
  }
  return std::nullopt;
}

}  // namespace mica::fusions
