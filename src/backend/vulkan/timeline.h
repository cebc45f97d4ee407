// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <span>

#include "backend/vulkan/completion.h"

namespace mica::vulkan {

// The order of all that is submitted to the device's one queue.
class Timeline {
 public:
  explicit Timeline(std::unique_ptr<Completion> completion) : completion_(std::move(completion)) {}
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  // In this order, behind all that was submitted before.
  Result<gpu::Event> Submit(std::span<const VkCommandBuffer> commands);

  Status Wait(gpu::Event event, gpu::WaitMode mode);
  Status WaitForAll() { return last_ == 0 ? Ok() : Wait(last_, gpu::WaitMode::kPassive); }
  bool IsDone(gpu::Event event);

 private:
  Status LookForProgress(gpu::Event event, gpu::WaitMode mode);

  const std::unique_ptr<Completion> completion_;
  gpu::Event last_ = 0;
  gpu::Event done_ = 0;  // As far as is known.
};

}  // namespace mica::vulkan
