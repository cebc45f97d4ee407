// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string>

#include "operator/operator_def.h"
#include "ops/movement/movement.h"

namespace mica::ops {

// One result of a kernel that moves elements, and where they come from.
struct Moved {
  const graph::Value* result = nullptr;
  Movement movement;
};

// As many results as one kernel may write beside its source under OpenGL ES 3.1's guarantee of 4 storage buffers.
inline constexpr std::size_t kMaxMoved = 3;

// A kernel that writes 1 to kMaxMoved results of equal shapes from one source. Their movements differ in nothing but
// their starts.
KernelRequest MakeMoveKernel(std::string name, const graph::Value& source, std::span<const Moved> results);

// The same for one result.
KernelRequest MakeMoveKernel(std::string name, const graph::Value& source, const graph::Value& result,
                             Movement movement);

// Whether kernels that move elements take these tensors.
Support MovableTensors(std::span<const graph::Value* const> tensors);

// The same for a node's first input and output, where the inputs behind the first must be constant: they give the
// shape.
Support MovableWithConstantShape(const NodeView& node, const gpu::DeviceInfo& device);

}  // namespace mica::ops
