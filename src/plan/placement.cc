// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/placement.h"

#include <algorithm>

#include "memory/shared_objects.h"
#include "plan/buffer_tensors.h"
#include "plan/tensor_types.h"

namespace mica::plan {
namespace {

Status PlaceBuffers(Plan& plan, const gpu::DeviceInfo& device, memory::Strategy strategy) {
  const BufferTensors found = CollectBufferTensors(plan);
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    if (found.lifetimes[i].size_bytes > device.max_buffer_bytes) {
      return Unsupported("the tensor '{}' needs {} bytes; the device binds {} at most.",
                         plan.tensors[static_cast<std::size_t>(found.tensors[i])].name, found.lifetimes[i].size_bytes,
                         device.max_buffer_bytes);
    }
  }
  if (found.tensors.empty()) return Ok();
  const memory::MemoryPlan memory = memory::PlanMemory(strategy, found.Request(device));
  plan.buffer_bytes = memory.object_bytes;
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    plan.tensors[static_cast<std::size_t>(found.tensors[i])].place =
        InBuffer{.buffer = static_cast<int>(memory.places[i].object), .offset_bytes = memory.places[i].offset_bytes};
  }
  return Ok();
}

// Images cannot overlap in part: only images of equal size and format lend each other their memory.
void PlaceImages(Plan& plan) {
  std::vector<PlannedTensor*> tensors;
  std::vector<memory::Lifetime> lifetimes;
  std::vector<gpu::ImageDesc> kinds;
  std::vector<std::size_t> kind_of;
  for (PlannedTensor& tensor : plan.tensors) {
    if (std::holds_alternative<External>(tensor.place) || tensor.type.storage != kernel::Storage::kImage) continue;
    const gpu::ImageDesc desc = ImageOf(tensor.type);
    const auto kind = std::ranges::find(kinds, desc);
    kind_of.push_back(static_cast<std::size_t>(kind - kinds.begin()));
    if (kind == kinds.end()) kinds.push_back(desc);
    tensors.push_back(&tensor);
    lifetimes.push_back({.first_step = tensor.first_dispatch,
                         .last_step = std::max(tensor.first_dispatch, tensor.last_dispatch),
                         .size_bytes = desc.size_bytes()});
  }
  const memory::ObjectPlan objects = memory::PlanEqualKinds(lifetimes, kind_of);
  plan.images.resize(objects.object_bytes.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    plan.images[objects.object_of[i]] = kinds[kind_of[i]];
    tensors[i]->place = InImage{.image = static_cast<int>(objects.object_of[i])};
  }
}

}  // namespace

Status PlaceTensors(Plan& plan, const gpu::DeviceInfo& device, memory::Strategy strategy) {
  RETURN_IF_ERROR(PlaceBuffers(plan, device, strategy));
  PlaceImages(plan);
  return Ok();
}

}  // namespace mica::plan
