// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

#include "backend/vulkan/owned.h"
#include "gpu/device.h"

namespace mica::vulkan {

// Two notes of the GPU's clock for each dispatch of a recording.
class Timestamps {
 public:
  static Result<Timestamps> Create(const Connection& connection, std::size_t dispatch_count);

  // Commands: at the start of a run, then before and behind each dispatch.
  void RecordReset(VkCommandBuffer commands) const;
  void RecordBegin(VkCommandBuffer commands, std::size_t dispatch) const { RecordNote(commands, 2 * dispatch); }
  void RecordEnd(VkCommandBuffer commands, std::size_t dispatch) const { RecordNote(commands, 2 * dispatch + 1); }

  // Of the last run, which is done.
  Result<std::vector<gpu::DispatchTime>> Read() const;

 private:
  Timestamps(const Connection& connection, OwnedQueryPool pool, std::size_t dispatch_count)
      : connection_(&connection), pool_(std::move(pool)), dispatch_count_(dispatch_count) {}

  std::uint32_t query_count() const { return static_cast<std::uint32_t>(2 * dispatch_count_); }
  void RecordNote(VkCommandBuffer commands, std::size_t query) const;

  const Connection* connection_;
  OwnedQueryPool pool_;
  std::size_t dispatch_count_;
};

// The time between two notes of which only the lowest `bits` count.
double MicrosecondsBetween(std::uint64_t earlier, std::uint64_t later, std::uint32_t bits, double tick_ns);

}  // namespace mica::vulkan
