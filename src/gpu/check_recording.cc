// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/device.h"
#include "gpu/preconditions.h"

namespace mica::gpu {
namespace {

bool IsImage(BindingKind kind) {
  return kind == BindingKind::kReadImage || kind == BindingKind::kWriteImage;
}

Status CheckBinding(const DeviceInfo& info, BindingKind kind, const Binding& binding) {
  if (IsImage(kind) != std::holds_alternative<Image*>(binding)) {
    return InvalidArgument("the program wants {}.", IsImage(kind) ? "an image" : "a buffer");
  }
  if (const auto* range = std::get_if<BufferRange>(&binding)) return CheckRange(info, *range);
  if (const auto* image = std::get_if<Image*>(&binding); image != nullptr && *image == nullptr) {
    return InvalidArgument("no image is bound.");
  }
  if (const auto* slot = std::get_if<ExternalSlot>(&binding); slot != nullptr && slot->index < 0) {
    return InvalidArgument("external slot {} does not exist.", slot->index);
  }
  return Ok();
}

Status CheckDispatch(const DeviceInfo& info, const Dispatch& dispatch) {
  if (dispatch.program == nullptr) return InvalidArgument("a dispatch has no program.");
  const ProgramSource& source = dispatch.program->source();
  if (dispatch.bindings.size() != source.bindings.size()) {
    return InvalidArgument("{}: {} objects are bound; the program takes {}.", source.name, dispatch.bindings.size(),
                           source.bindings.size());
  }
  for (std::size_t point = 0; point < source.bindings.size(); ++point) {
    RETURN_IF_ERROR(CheckBinding(info, source.bindings[point], dispatch.bindings[point])
                        .WithContext("{}: binding {}", source.name, point));
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (dispatch.group_count[axis] < 1 || dispatch.group_count[axis] > info.max_group_count[axis]) {
      return InvalidArgument("{}: {} groups on axis {}; the device allows 1 to {}.", source.name,
                             dispatch.group_count[axis], axis, info.max_group_count[axis]);
    }
  }
  return Ok();
}

}  // namespace

Status CheckRecording(const DeviceInfo& info, std::span<const Dispatch> dispatches, const RecordOptions& options) {
  if (options.timestamps && !info.has_timestamps) return Unsupported("{} has no timestamps.", info.name);
  for (std::size_t i = 0; i < dispatches.size(); ++i) {
    RETURN_IF_ERROR(CheckDispatch(info, dispatches[i]).WithContext("dispatch #{}", i));
  }
  return Ok();
}

}  // namespace mica::gpu
