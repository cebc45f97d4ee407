// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/shape.h"
#include "base/status.h"
#include "graph/graph.h"

// Numbers that a model gives in constant inputs: shapes, axes, paddings, indices. Any number may stand there.
namespace mica::ops {

// The elements of an integer constant, saturated far beyond every dimension: sums of a few of them never overflow.
// `what` names the input in messages: "the paddings".
Result<std::vector<std::int64_t>> ReadIntegers(const graph::Value& value, std::string_view what);

// As above, where the constant must be a vector of `count` elements.
Result<std::vector<std::int64_t>> ReadVector(const graph::Value& value, std::string_view what, int count);

// The one element of a scalar, or of a vector with one element.
Result<std::int64_t> ReadScalar(const graph::Value& value, std::string_view what);

// Dimensions as a shape: at most 8, none negative, elements that an int can count.
Result<Shape> CheckedShape(std::span<const std::int64_t> dims);

// An axis of a tensor of this rank; a negative one counts from the end.
Result<int> ResolveAxis(std::int64_t axis, int rank);

// For `reference` and `lower`, which run only on nodes whose numbers infer_shapes has accepted.
template <typename T>
T Accepted(Result<T> result) {
  MICA_CHECK(result.has_value(), "{}", result.error().message());
  return *std::move(result);
}

}  // namespace mica::ops
