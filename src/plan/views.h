// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>

#include "kernel/kernel.h"
#include "operator/operator_def.h"

namespace mica::plan {

// A value that has no memory of its own but lies in that of another, for the whole run.
struct View {
  const graph::Value* part = nullptr;
  const graph::Value* whole = nullptr;
  std::size_t offset_bytes = 0;
};

// How far behind the start of its whole a piece lies, where the layout makes it one stretch of memory with the order of
// a tensor of its own; nothing where it does not.
std::optional<std::size_t> FindPieceOffset(const Piece& piece, const kernel::TensorType& part,
                                           const kernel::TensorType& whole);

}  // namespace mica::plan
