// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

extern const OperatorDef kAddFirstChannels;

}  // namespace mica::ops
