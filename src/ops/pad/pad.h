// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <vector>

#include "operator/operator_def.h"

namespace mica::ops {

// How many elements PAD and PADV2 put around their source: one entry an axis.
struct Paddings {
  std::vector<int> before;
  std::vector<int> after;
};

// kUnsupported where they are computed at run time.
Result<Paddings> PaddingsOf(const NodeView& pad);

// The value put around a float32 source; nullopt where it is computed at run time.
std::optional<float> FillOf(const NodeView& pad);

extern const OperatorDef kPad;
extern const OperatorDef kPadV2;

}  // namespace mica::ops
