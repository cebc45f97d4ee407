// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/pieces.h"

#include <gtest/gtest.h>

namespace mica::ops {
namespace {

std::optional<Piece> PieceOf(int axis, int first, Shape part_shape, Shape whole_shape) {
  graph::Value part;
  part.desc.shape = part_shape;
  graph::Value whole;
  whole.desc.shape = whole_shape;
  return PieceAlong(axis, first, part, whole);
}

TEST(PiecesTest, AxesAreCountedFromTheRight) {
  EXPECT_EQ(PieceOf(3, 8, {1, 2, 3, 4}, {1, 2, 3, 16})->channel, 8);
  EXPECT_EQ(PieceOf(0, 8, {4}, {16})->channel, 8);
  EXPECT_EQ(PieceOf(1, 5, {1, 1, 4}, {1, 7, 4})->x, 5);
  EXPECT_EQ(PieceOf(1, 5, {1, 1, 2, 4}, {1, 7, 2, 4})->y, 5);
  EXPECT_EQ(PieceOf(0, 5, {1, 2, 2, 4}, {7, 2, 2, 4})->batch, 5);
}

TEST(PiecesTest, LeadingAxesCollapseIntoTheBatch) {
  EXPECT_EQ(PieceOf(0, 2, {1, 3, 2, 2, 4}, {3, 3, 2, 2, 4})->batch, 6);
  EXPECT_EQ(PieceOf(1, 2, {1, 1, 2, 2, 4}, {1, 3, 2, 2, 4})->batch, 2);
  EXPECT_FALSE(PieceOf(1, 2, {2, 1, 2, 2, 4}, {2, 3, 2, 2, 4}));  // It lies in two places.
}

}  // namespace
}  // namespace mica::ops
