// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "operator/operator_def.h"

namespace mica::ops {

// Which element of a tensor of shape `from` numpy's broadcast to shape `to` puts at row-major position `offset` of
// `to`.
std::int64_t BroadcastOffset(const Shape& from, const Shape& to, std::int64_t offset);

// The shape of two inputs broadcast against each other, and the type they must share.
Status InferBroadcast(const NodeView& node, graph::TensorDesc& output);

// Float tensors, each of which kernels can repeat along whole axes of the GPU's [batch, height, width, channels].
Support BroadcastSupport(const NodeView& node, const gpu::DeviceInfo& device);

}  // namespace mica::ops
