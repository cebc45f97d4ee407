// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/fence_ring.h"

#include <algorithm>
#include <chrono>

namespace mica::gl {
namespace {

using Clock = std::chrono::steady_clock;

// Far beyond any run, and any queue of runs: what takes longer hangs.
constexpr std::chrono::minutes kGiveUpAfter{10};

// Between two looks at the clock a passive wait sleeps this long.
constexpr GLuint64 kSleepNanoseconds = 1'000'000'000;

}  // namespace

Result<gpu::Event> FenceRing::Insert() {
  const GLsync fence = gl_.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence == nullptr) {
    RETURN_IF_ERROR(gl_.Check().WithContext("a fence"));
    return DeviceError("the driver gives no fence.");
  }
  GLsync& slot = FenceOf(++last_);
  if (slot != nullptr) gl_.DeleteSync(slot);
  slot = fence;
  return last_;
}

Status FenceRing::Wait(gpu::Event event, gpu::WaitMode mode) {
  if (event < 1 || event > last_) {
    return InvalidArgument("event {} was never submitted; the last one is {}.", event, last_);
  }
  if (event <= done_) return Ok();
  const gpu::Event oldest = last_ < kSize ? 1 : last_ - kSize + 1;
  const gpu::Event fenced = std::max(event, oldest);
  const GLuint64 timeout = mode == gpu::WaitMode::kPassive ? kSleepNanoseconds : 0;
  const Clock::time_point start = Clock::now();
  GLenum answer = GL_TIMEOUT_EXPIRED;
  while (answer == GL_TIMEOUT_EXPIRED) {
    answer = gl_.ClientWaitSync(FenceOf(fenced), GL_SYNC_FLUSH_COMMANDS_BIT, timeout);
    if (answer == GL_TIMEOUT_EXPIRED && Clock::now() - start > kGiveUpAfter) {
      return DeviceError("the GPU has not finished event {} after {} minutes.", event, kGiveUpAfter.count());
    }
  }
  // A lost context counts as signaled: only its error tells.
  RETURN_IF_ERROR(gl_.Check().WithContext("waiting for event {}", event));
  if (answer != GL_ALREADY_SIGNALED && answer != GL_CONDITION_SATISFIED) {
    return DeviceError("waiting for event {} failed.", event);
  }
  done_ = fenced;
  return Ok();
}

void FenceRing::Clear() {
  for (GLsync& fence : fences_) {
    if (fence != nullptr) gl_.DeleteSync(fence);
    fence = nullptr;
  }
}

}  // namespace mica::gl
