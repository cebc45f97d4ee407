// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/hazards.h"

namespace mica::plan {
namespace {

// A piece of memory that a dispatch touches.
struct Touch {
  enum class Kind { kBuffer, kImage, kExternal } kind;
  int object = 0;
  std::size_t begin = 0;
  std::size_t end = 0;

  bool Overlaps(const Touch& other) const {
    return kind == other.kind && object == other.object && begin < other.end && other.begin < end;
  }
};

Touch TouchOf(const PlannedTensor& tensor) {
  const std::size_t size_bytes = tensor.type.size_bytes();
  if (const auto* buffer = std::get_if<InBuffer>(&tensor.place)) {
    return {Touch::Kind::kBuffer, buffer->buffer, buffer->offset_bytes, buffer->offset_bytes + size_bytes};
  }
  if (const auto* image = std::get_if<InImage>(&tensor.place))
    return {Touch::Kind::kImage, image->image, 0, size_bytes};
  return {Touch::Kind::kExternal, std::get<External>(tensor.place).slot, 0, size_bytes};
}

bool AnyOverlap(const std::vector<Touch>& touches, const std::vector<Touch>& others) {
  for (const Touch& touch : touches) {
    for (const Touch& other : others) {
      if (touch.Overlaps(other)) return true;
    }
  }
  return false;
}

bool IsWrite(gpu::BindingKind kind) {
  return kind == gpu::BindingKind::kWriteBuffer || kind == gpu::BindingKind::kWriteImage;
}

}  // namespace

void SetBarriers(Plan& plan) {
  std::vector<Touch> pending_reads;
  std::vector<Touch> pending_writes;
  for (PlannedDispatch& dispatch : plan.dispatches) {
    const gpu::ProgramSource& program = plan.programs[static_cast<std::size_t>(dispatch.program)];
    std::vector<Touch> reads;
    std::vector<Touch> writes;
    for (std::size_t point = 0; point < dispatch.bindings.size(); ++point) {
      const auto* binding = std::get_if<TensorBinding>(&dispatch.bindings[point]);
      if (binding == nullptr) continue;
      const Touch touch = TouchOf(plan.tensors[static_cast<std::size_t>(binding->tensor)]);
      (IsWrite(program.bindings[point]) ? writes : reads).push_back(touch);
    }
    dispatch.barrier_before =
        AnyOverlap(reads, pending_writes) || AnyOverlap(writes, pending_writes) || AnyOverlap(writes, pending_reads);
    if (dispatch.barrier_before) {
      pending_reads.clear();
      pending_writes.clear();
    }
    pending_reads.insert(pending_reads.end(), reads.begin(), reads.end());
    pending_writes.insert(pending_writes.end(), writes.begin(), writes.end());
  }
}

}  // namespace mica::plan
