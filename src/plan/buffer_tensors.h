// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "memory/request.h"
#include "plan/plan.h"

namespace mica::plan {

// The intermediate tensors of a plan that live in buffers, as the memory manager sees them.
struct BufferTensors {
  std::vector<int> tensors;  // Indices into Plan::tensors; what follows counts in the order of this list.
  std::vector<memory::Lifetime> lifetimes;
  std::vector<memory::View> views;
  std::vector<memory::InPlace> in_place;

  // Refers to this object.
  memory::MemoryRequest Request(const gpu::DeviceInfo& device) const {
    return {.tensors = lifetimes,
            .views = views,
            .in_place = in_place,
            .alignment = device.buffer_offset_alignment,
            .max_object_bytes = device.max_buffer_bytes};
  }
};
BufferTensors CollectBufferTensors(const Plan& plan);

}  // namespace mica::plan
