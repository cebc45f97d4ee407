// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/vulkan/objects.h"

namespace mica::vulkan {

// Whose output was read behind its last run will be read behind the next. Such an output is copied into its mirror by
// the run's own submission: the Read that follows finds it there, instead of going to the GPU a second time.
//
// One readback belongs to one take of a recording.
class Readback {
 public:
  static Result<Readback> Create(const Workshop& workshop, std::size_t output_count);

  // The commands that copy those of a run's outputs that are likely to be read; none is VK_NULL_HANDLE. What they held
  // before must be done on the GPU where it changes, that is, with `last_run`.
  Result<VkCommandBuffer> CommandsFor(std::span<VulkanBuffer* const> outputs, gpu::Event last_run);

 private:
  Readback(const Workshop& workshop, CommandBuffer commands, std::size_t output_count)
      : workshop_(&workshop), commands_(std::move(commands)), copied_(output_count, 0), wanted_(output_count, 0) {}

  Status Record(std::span<VulkanBuffer* const> outputs);

  const Workshop* workshop_;
  CommandBuffer commands_;
  std::vector<std::uint64_t> copied_;  // By the commands: the buffer's id for each output, or 0.
  std::vector<std::uint64_t> wanted_;  // The same for the run at hand.
};

// Behind a submission that wrote `buffer`, and copied it where it `is_copied`.
void NoteRun(VulkanBuffer& buffer, bool is_copied, gpu::Event event);

}  // namespace mica::vulkan
