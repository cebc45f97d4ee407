// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// The optimizer's table of contents.
#include "passes/pipeline.h"

#include <array>

#include "passes/fold_constants.h"
#include "passes/fold_scales.h"
#include "passes/merge_channel_padding.h"
#include "passes/merge_padding.h"
#include "passes/merge_swish.h"
#include "passes/pool_to_mean.h"
#include "passes/remove_dead_nodes.h"
#include "passes/remove_identities.h"

namespace mica::passes {

std::span<const Pass> Canonicalization() {
  static constexpr std::array kPasses = {
      Pass{"fold_constants", FoldConstants},
      Pass{"remove_dead_nodes", RemoveDeadNodes},
  };
  return kPasses;
}

std::span<const Pass> Optimization() {
  static constexpr std::array kPasses = {
      Pass{"remove_identities", RemoveIdentities},
      Pass{"merge_padding", MergePadding},
      Pass{"merge_channel_padding", MergeChannelPadding},
      Pass{"merge_swish", MergeSwish},
      Pass{"pool_to_mean", PoolToMean},
      Pass{"fold_scales", FoldScales},
      Pass{"remove_unused", RemoveDeadNodes},
  };
  return kPasses;
}

}  // namespace mica::passes
