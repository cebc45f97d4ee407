// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/pieces.h"

namespace mica::ops {

std::optional<Piece> PieceAlong(int axis, int first, const graph::Value& part, const graph::Value& whole) {
  const Shape& shape = whole.desc.shape;
  Piece piece{.part = &part, .whole = &whole};
  switch (shape.rank() - axis) {
    case 1:
      piece.channel = first;
      return piece;
    case 2:
      piece.x = first;
      return piece;
    case 3:
      piece.y = first;
      return piece;
    default:
      break;
  }
  for (int outer = 0; outer < axis; ++outer) {
    if (shape[outer] != 1) return std::nullopt;  // The part is in several places of the batch.
  }
  piece.batch = first;
  for (int inner = axis + 1; inner < shape.rank() - 3; ++inner) piece.batch *= shape[inner];
  return piece;
}

std::vector<Piece> PiecesAlong(int axis, std::span<graph::Value* const> parts, const graph::Value& whole) {
  std::vector<Piece> pieces;
  int first = 0;
  for (const graph::Value* part : parts) {
    const std::optional<Piece> piece = PieceAlong(axis, first, *part, whole);
    if (!piece) return {};
    pieces.push_back(*piece);
    first += part->desc.shape[axis];
  }
  return pieces;
}

}  // namespace mica::ops
