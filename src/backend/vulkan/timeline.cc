// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/timeline.h"

namespace mica::vulkan {
namespace {

using Clock = std::chrono::steady_clock;

// Far beyond any run, and any queue of runs: what takes longer hangs.
constexpr std::chrono::minutes kGiveUpAfter{10};

// Between two looks at the clock a passive wait sleeps this long.
constexpr std::chrono::seconds kSleep{1};

}  // namespace

Result<gpu::Event> Timeline::Submit(std::span<const VkCommandBuffer> commands) {
  const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = static_cast<std::uint32_t>(commands.size()),
                               .pCommandBuffers = commands.data()};
  RETURN_IF_ERROR(completion_->Submit(submit, last_ + 1));
  return ++last_;
}

Status Timeline::Wait(gpu::Event event, gpu::WaitMode mode) {
  if (event < 1 || event > last_) {
    return InvalidArgument("event {} was never submitted; the last one is {}.", event, last_);
  }
  const Clock::time_point start = Clock::now();
  while (done_ < event) {
    RETURN_IF_ERROR(LookForProgress(event, mode).WithContext("waiting for event {}", event));
    if (done_ < event && Clock::now() - start > kGiveUpAfter) {
      return DeviceError("the GPU has not finished event {} after {} minutes.", event, kGiveUpAfter.count());
    }
  }
  return Ok();
}

Status Timeline::LookForProgress(gpu::Event event, gpu::WaitMode mode) {
  if (mode == gpu::WaitMode::kActive) {
    ASSIGN_OR_RETURN(done_, completion_->LastDone());
    return Ok();
  }
  ASSIGN_OR_RETURN(const bool is_done, completion_->Sleep(event, kSleep));
  if (is_done) done_ = event;
  return Ok();
}

bool Timeline::IsDone(gpu::Event event) {
  if (done_ < event) done_ = completion_->LastDone().value_or(done_);
  return done_ >= event;
}

}  // namespace mica::vulkan
