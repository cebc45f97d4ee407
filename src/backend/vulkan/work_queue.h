// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "backend/vulkan/command_buffer.h"
#include "backend/vulkan/memory_pool.h"
#include "backend/vulkan/timeline.h"

namespace mica::vulkan {

// All that goes to the GPU, in order. Copies and fills gather in a command buffer, which goes out with the next run in
// one submission; so a run with new inputs costs one, and allocates nothing.
class WorkQueue {
 public:
  static Result<std::unique_ptr<WorkQueue>> Create(const Connection& connection, MemoryPool& memory);

  // Open for commands on `object`, a buffer or an image: they come before the next run, and see what all earlier ones
  // on it did.
  Result<VkCommandBuffer> CommandsOn(const void* object);

  // Memory that the CPU fills and from which those commands copy: as much as is wanted, or less where less is free.
  struct Staging {
    std::span<std::byte> bytes;
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset_bytes = 0;
  };
  Result<Staging> Stage(std::size_t wanted_bytes);

  // Sends what has gathered, and behind it a run, which may be in two parts. VK_NULL_HANDLE is no part.
  Result<gpu::Event> Submit(VkCommandBuffer run, VkCommandBuffer rest = VK_NULL_HANDLE);
  // Sends what has gathered, where anything has.
  Status Flush();
  // The same, and waits for all.
  Status Finish();
  // The same for those who destroy what the GPU may use: it is idle afterwards, or lost.
  void Drain();
  Status Wait(gpu::Event event, gpu::WaitMode mode) { return timeline_.Wait(event, mode); }
  bool IsDone(gpu::Event event) { return timeline_.IsDone(event); }

 private:
  // A command buffer and its part of the staging memory, busy until its event.
  struct Batch {
    CommandBuffer commands;
    gpu::Event event = 0;
    std::size_t staged_bytes = 0;
    std::vector<const void*> touched;  // By commands since the last barrier.
    bool is_open = false;
  };
  static constexpr std::size_t kBatches = 4;  // Runs with new inputs that can be under way at once.
  static constexpr std::size_t kStagedBytes = std::size_t{4} << 20;  // In each.

  WorkQueue(const Connection& connection, MemoryPool& memory, std::unique_ptr<Completion> completion,
            std::vector<Batch> batches);

  Batch& current() { return batches_[current_]; }
  Status Open();
  Result<gpu::Event> Send(VkCommandBuffer run, VkCommandBuffer rest);

  const Connection& connection_;
  MemoryPool& memory_;
  Timeline timeline_;
  std::vector<Batch> batches_;
  std::size_t current_ = 0;
  BoundBuffer staging_;  // Created when it is first needed.
};

}  // namespace mica::vulkan
