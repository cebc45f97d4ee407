// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>

#include "operator/operator_def.h"

namespace mica::ops {

// `part` as the piece of `whole` that begins at index `first` of `axis` and spans all others. Nothing where the GPU's
// view of the tensors, which collapses the leading axes, cannot tell.
std::optional<Piece> PieceAlong(int axis, int first, const graph::Value& part, const graph::Value& whole);

// All `parts` along an axis of `whole`, one behind the other; empty where one cannot be told.
std::vector<Piece> PiecesAlong(int axis, std::span<graph::Value* const> parts, const graph::Value& whole);

}  // namespace mica::ops
