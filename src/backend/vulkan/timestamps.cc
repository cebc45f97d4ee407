// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/timestamps.h"

namespace mica::vulkan {

Result<Timestamps> Timestamps::Create(const Connection& connection, std::size_t dispatch_count) {
  if (dispatch_count == 0) return Timestamps(connection, {}, 0);
  const VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                      .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                      .queryCount = static_cast<std::uint32_t>(2 * dispatch_count)};
  ASSIGN_OR_RETURN(OwnedQueryPool pool, OwnedQueryPool::Create(connection, info));
  return Timestamps(connection, std::move(pool), dispatch_count);
}

void Timestamps::RecordReset(VkCommandBuffer commands) const {
  if (dispatch_count_ > 0) connection_->vk().CmdResetQueryPool(commands, *pool_, 0, query_count());
}

void Timestamps::RecordNote(VkCommandBuffer commands, std::size_t query) const {
  // At the bottom of the pipe all earlier commands are done, which is where a dispatch begins that waits for them.
  connection_->vk().CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, *pool_,
                                      static_cast<std::uint32_t>(query));
}

Result<std::vector<gpu::DispatchTime>> Timestamps::Read() const {
  if (dispatch_count_ == 0) return std::vector<gpu::DispatchTime>();
  std::vector<std::uint64_t> notes(query_count());
  const auto& get_results = connection_->vk().GetQueryPoolResults;
  const VkResult answer =
      get_results.Ask(connection_->handle(), *pool_, 0, query_count(), notes.size() * sizeof(notes[0]), notes.data(),
                      sizeof(notes[0]), VK_QUERY_RESULT_64_BIT);
  RETURN_IF_ERROR(StatusOf(get_results.name(), answer).WithContext("reading timestamps"));
  if (answer != VK_SUCCESS) return InvalidArgument("no run with timestamps is done yet.");
  const PhysicalDevice& physical = connection_->physical();
  const auto since_start = [&](std::size_t note) {
    return MicrosecondsBetween(notes[0], notes[note], physical.timestamp_bits, physical.timestamp_ns);
  };
  std::vector<gpu::DispatchTime> times(dispatch_count_);
  for (std::size_t i = 0; i < dispatch_count_; ++i) {
    times[i] = {.begin_us = since_start(2 * i), .end_us = since_start(2 * i + 1)};
  }
  return times;
}

double MicrosecondsBetween(std::uint64_t earlier, std::uint64_t later, std::uint32_t bits, double tick_ns) {
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return static_cast<double>((later - earlier) & mask) * tick_ns / 1000;
}

}  // namespace mica::vulkan
