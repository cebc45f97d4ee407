// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <chrono>
#include <memory>

#include "backend/vulkan/owned.h"
#include "gpu/device.h"

namespace mica::vulkan {

// How the CPU learns that the GPU is done with a submission. Events are numbered from 1 in the order of the queue.
class Completion {
 public:
  virtual ~Completion() = default;

  // Submits, and has `event` told when all of it is done.
  virtual Status Submit(VkSubmitInfo submit, gpu::Event event) = 0;
  // The last event that is done, without waiting.
  virtual Result<gpu::Event> LastDone() = 0;
  // Sleeps until an event is done, or for so long: whether it is done.
  virtual Result<bool> Sleep(gpu::Event event, std::chrono::nanoseconds at_most) = 0;
};

// A counter that the GPU writes: Vulkan 1.2 or VK_KHR_timeline_semaphore.
Result<std::unique_ptr<Completion>> CreateSemaphoreCompletion(const Connection& connection);

// Fences, reused in a ring; an event waits for a free one where more submissions than there are fences are in flight.
Result<std::unique_ptr<Completion>> CreateFenceCompletion(const Connection& connection);

}  // namespace mica::vulkan
