// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>

#include "backend/gl/driver.h"
#include "gpu/device.h"

namespace mica::gl {

// Events, numbered from 1 in the order of the GPU's one queue, and fences behind the latest of them. All functions are
// called inside a scope of the context.
class FenceRing {
 public:
  explicit FenceRing(const Gl& gl) : gl_(gl) {}
  FenceRing(const FenceRing&) = delete;
  FenceRing& operator=(const FenceRing&) = delete;

  // Marks the end of all that was submitted so far.
  Result<gpu::Event> Insert();
  // An event too old to have a fence of its own waits for the oldest that is left, which lies behind it.
  Status Wait(gpu::Event event, gpu::WaitMode mode);
  void Clear();

 private:
  static constexpr std::size_t kSize = 16;  // More runs than anybody keeps in flight.

  GLsync& FenceOf(gpu::Event event) { return fences_[event % kSize]; }

  const Gl& gl_;
  std::array<GLsync, kSize> fences_ = {};
  gpu::Event last_ = 0;
  gpu::Event done_ = 0;  // This one and all before it are done.
};

}  // namespace mica::gl
