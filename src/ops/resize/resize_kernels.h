// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/lowering.h"
#include "operator/node_view.h"

namespace mica::ops {

Status LowerBilinear(const NodeView& node, const LoweringContext& context, KernelSequence& sequence);
Status LowerNearest(const NodeView& node, const LoweringContext& context, KernelSequence& sequence);

}  // namespace mica::ops
