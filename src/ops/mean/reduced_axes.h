// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <optional>

#include "operator/operator_def.h"

namespace mica::ops {

// Which axes of a shape a reduction runs over.
using AxisMask = std::array<bool, Shape::kMaxRank>;

// From input 1, the constant list of axes: negative ones count from the end, and one may stand there twice.
Result<AxisMask> ReadReducedAxes(const NodeView& node);

// `shape` with its reduced axes of size 1, or without them.
Shape Reduce(const Shape& shape, const AxisMask& reduced, bool keep_dims);

// The mask over the GPU's [batch, height, width, channels] of `shape`. Nothing where the dimensions that collapse into
// the batch are neither all kept nor all reduced.
std::optional<AxisMask> CollapseMask(const Shape& shape, const AxisMask& reduced);

// [batch, height, width, channels] of `shape` as a shape.
Shape GpuView(const Shape& shape);

}  // namespace mica::ops
