// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/bindings.h"

namespace mica::plan {
namespace {

struct Counts {
  int buffers = 0;
  int read_images = 0;
  int written_images = 0;
  bool has_constants = false;
};

void CountRead(const NamedTensor& tensor, const TensorTypes& types, Counts& counts) {
  if (tensor.value->is_constant()) {
    counts.has_constants = true;
  } else if (types.Of(*tensor.value).storage == kernel::Storage::kImage) {
    ++counts.read_images;
  } else {
    ++counts.buffers;
  }
}

}  // namespace

Status CheckBindingLimits(const FusedKernel& kernel, const gpu::DeviceInfo& device, const TensorTypes& types) {
  Counts counts{.has_constants = !kernel.kernel.constants.empty()};
  for (const NamedTensor& tensor : kernel.kernel.reads) CountRead(tensor, types, counts);
  std::vector<StepRequest> steps = kernel.steps;
  if (kernel.kernel.inner) {
    steps.insert(steps.end(), kernel.kernel.inner->steps.begin(), kernel.kernel.inner->steps.end());
  }
  for (const StepRequest& step : steps) {
    for (const NamedTensor& tensor : step.reads) CountRead(tensor, types, counts);
  }
  for (const NamedTensor& tensor : kernel.kernel.writes) {
    ++(types.Of(*tensor.value).storage == kernel::Storage::kImage ? counts.written_images : counts.buffers);
  }
  if (counts.has_constants) ++counts.buffers;

  const auto check = [&](std::string_view kind, int needed, int allowed) -> Status {
    if (needed <= allowed) return Ok();
    return Unsupported("{} needs {} {}; the device binds {} at most.", kernel.kernel.name, needed, kind, allowed);
  };
  RETURN_IF_ERROR(check("buffers", counts.buffers, device.max_storage_buffers));
  RETURN_IF_ERROR(check("images to read", counts.read_images, device.max_sampled_images));
  RETURN_IF_ERROR(check("buffers and images to write", counts.buffers + counts.written_images,
                        device.max_buffers_and_storage_images));
  return check("images to write", counts.written_images, device.max_storage_images);
}

}  // namespace mica::plan
