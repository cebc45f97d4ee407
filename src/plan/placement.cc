// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/placement.h"

#include <algorithm>

#include "base/align.h"
#include "plan/tensor_types.h"

namespace mica::plan {
namespace {

// The intermediate tensors of one storage: their indices in the plan, and their lifetimes.
struct Intermediates {
  std::vector<std::size_t> tensors;
  std::vector<memory::Lifetime> lifetimes;
};

Intermediates Collect(const Plan& plan, kernel::Storage storage) {
  Intermediates found;
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    const PlannedTensor& tensor = plan.tensors[i];
    if (std::holds_alternative<External>(tensor.place) || tensor.type.storage != storage) continue;
    found.tensors.push_back(i);
    found.lifetimes.push_back({.first_step = tensor.first_dispatch,
                               .last_step = std::max(tensor.first_dispatch, tensor.last_dispatch),
                               .size_bytes = tensor.type.size_bytes()});
  }
  return found;
}

void PlaceInObjects(const memory::ObjectPlan& objects, const Intermediates& found, Plan& plan) {
  plan.buffer_bytes = objects.object_bytes;
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    plan.tensors[found.tensors[i]].place = InBuffer{.buffer = static_cast<int>(objects.object_of[i])};
  }
}

Status PlaceBuffers(Plan& plan, const gpu::DeviceInfo& device, memory::Strategy strategy) {
  const Intermediates found = Collect(plan, kernel::Storage::kBuffer);
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    if (found.lifetimes[i].size_bytes > device.max_buffer_bytes) {
      return Unsupported("the tensor '{}' needs {} bytes; the device binds {} at most.",
                         plan.tensors[found.tensors[i]].name, found.lifetimes[i].size_bytes, device.max_buffer_bytes);
    }
  }
  if (found.tensors.empty()) return Ok();
  const memory::MemoryPlan memory = memory::PlanMemory(strategy, found.lifetimes, device.buffer_offset_alignment);
  const auto* arena = std::get_if<memory::ArenaPlan>(&memory);
  if (arena == nullptr) {
    PlaceInObjects(std::get<memory::ObjectPlan>(memory), found, plan);
  } else if (arena->size_bytes > device.max_buffer_bytes) {  // Objects are never larger than one tensor.
    PlaceInObjects(memory::PlanBestObjects(found.lifetimes), found, plan);
  } else {
    plan.buffer_bytes = {arena->size_bytes};
    for (std::size_t i = 0; i < found.tensors.size(); ++i) {
      plan.tensors[found.tensors[i]].place = InBuffer{.buffer = 0, .offset_bytes = arena->offsets[i]};
    }
  }
  return Ok();
}

// Images cannot overlap in part: only images of equal size and format lend each other their memory.
void PlaceImages(Plan& plan) {
  const Intermediates found = Collect(plan, kernel::Storage::kImage);
  if (found.tensors.empty()) return;
  std::vector<gpu::ImageDesc> kinds;
  std::vector<std::size_t> kind_of;
  for (const std::size_t tensor : found.tensors) {
    const gpu::ImageDesc desc = ImageOf(plan.tensors[tensor].type);
    const auto kind = std::ranges::find(kinds, desc);
    kind_of.push_back(static_cast<std::size_t>(kind - kinds.begin()));
    if (kind == kinds.end()) kinds.push_back(desc);
  }
  const memory::ObjectPlan objects = memory::PlanEqualKinds(found.lifetimes, kind_of);
  plan.images.resize(objects.object_bytes.size());
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    plan.images[objects.object_of[i]] = kinds[kind_of[i]];
    plan.tensors[found.tensors[i]].place = InImage{.image = static_cast<int>(objects.object_of[i])};
  }
}

}  // namespace

Status PlaceTensors(Plan& plan, const gpu::DeviceInfo& device, memory::Strategy strategy) {
  RETURN_IF_ERROR(PlaceBuffers(plan, device, strategy));
  PlaceImages(plan);
  return Ok();
}

}  // namespace mica::plan
