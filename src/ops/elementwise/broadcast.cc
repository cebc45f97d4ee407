// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/broadcast.h"

namespace mica::ops {

std::int64_t BroadcastOffset(const Shape& from, const Shape& to, std::int64_t offset) {
  if (from == to) return offset;
  std::int64_t found = 0;
  std::int64_t stride = 1;
  for (int from_right = 1; from_right <= from.rank(); ++from_right) {
    const int size = from[from.rank() - from_right];
    const int repeated_size = to[to.rank() - from_right];
    if (size != 1) found += offset % repeated_size * stride;
    stride *= size;
    offset /= repeated_size;
  }
  return found;
}

Status InferBroadcast(const NodeView& node, graph::TensorDesc& output) {
  const graph::TensorDesc& left = node.input(0).desc;
  const graph::TensorDesc& right = node.input(1).desc;
  if (left.type != right.type) {
    return InvalidModel("the inputs are {} and {}; their types must be equal.", ToString(left.type),
                        ToString(right.type));
  }
  output.type = left.type;
  if (!Broadcast(left.shape, right.shape, &output.shape)) {
    return InvalidModel("the inputs have shapes {} and {}, which do not broadcast.", ToString(left.shape),
                        ToString(right.shape));
  }
  return Ok();
}

Support BroadcastSupport(const NodeView& node, const gpu::DeviceInfo& device) {
  if (Support support = FloatTensorsOnly(node, device); !support.ok()) return support;
  const Shape& output = node.output(0).desc.shape;
  for (int slot = 0; slot < node.input_count(); ++slot) {
    const Shape& shape = node.input(slot).desc.shape;
    // All dimensions left of the height are one batch axis to a kernel: it has one size, and repeats as a whole.
    if (shape.batch() == 1 || shape.batch() == output.batch()) continue;
    return No("dimensions left of [height, width, channels] broadcast all together",
              ToString(shape) + " to " + ToString(output), "all of them equal, or all of them 1");
  }
  return Yes();
}

}  // namespace mica::ops
