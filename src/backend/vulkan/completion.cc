// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/completion.h"

#include <array>

namespace mica::vulkan {
namespace {

std::uint64_t Nanoseconds(std::chrono::nanoseconds time) {
  return static_cast<std::uint64_t>(time.count());
}

class SemaphoreCompletion : public Completion {
 public:
  SemaphoreCompletion(const Connection& connection, OwnedSemaphore semaphore)
      : connection_(connection), semaphore_(std::move(semaphore)) {}

  Status Submit(VkSubmitInfo submit, gpu::Event event) override {
    const VkSemaphore semaphore = *semaphore_;
    const VkTimelineSemaphoreSubmitInfo value = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                 .signalSemaphoreValueCount = 1,
                                                 .pSignalSemaphoreValues = &event};
    submit.pNext = &value;
    submit.signalSemaphoreCount = 1;
    submit.pSignalSemaphores = &semaphore;
    return connection_.vk().QueueSubmit(connection_.queue(), 1, &submit, VK_NULL_HANDLE);
  }

  Result<gpu::Event> LastDone() override {
    std::uint64_t value = 0;
    RETURN_IF_ERROR(connection_.vk().GetSemaphoreCounterValue(connection_.handle(), *semaphore_, &value));
    return value;
  }

  Result<bool> Sleep(gpu::Event event, std::chrono::nanoseconds at_most) override {
    const auto& wait = connection_.vk().WaitSemaphores;
    const VkSemaphore semaphore = *semaphore_;
    const VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &semaphore,
                                      .pValues = &event};
    const VkResult answer = wait.Ask(connection_.handle(), &info, Nanoseconds(at_most));
    RETURN_IF_ERROR(StatusOf(wait.name(), answer));
    return answer == VK_SUCCESS;
  }

 private:
  const Connection& connection_;
  const OwnedSemaphore semaphore_;
};

class FenceCompletion : public Completion {
 public:
  static constexpr std::size_t kCount = 16;  // More submissions than anybody keeps in flight.
  static constexpr std::chrono::minutes kPatience{10};
  using Fences = std::array<OwnedFence, kCount>;

  FenceCompletion(const Connection& connection, Fences fences) : connection_(connection), fences_(std::move(fences)) {}

  Status Submit(VkSubmitInfo submit, gpu::Event event) override {
    const VkFence fence = FenceOf(event);
    if (event > kCount) {
      ASSIGN_OR_RETURN(const bool is_free, Sleep(event - kCount, kPatience));
      if (!is_free) return DeviceError("the GPU does not finish event {}.", event - kCount);
    }
    RETURN_IF_ERROR(connection_.vk().ResetFences(connection_.handle(), 1, &fence));
    RETURN_IF_ERROR(connection_.vk().QueueSubmit(connection_.queue(), 1, &submit, fence));
    last_ = event;
    return Ok();
  }

  Result<gpu::Event> LastDone() override {
    const auto& get_status = connection_.vk().GetFenceStatus;
    while (done_ < last_) {
      const VkResult answer = get_status.Ask(connection_.handle(), FenceOf(done_ + 1));
      RETURN_IF_ERROR(StatusOf(get_status.name(), answer));
      if (answer != VK_SUCCESS) break;
      ++done_;
    }
    return done_;
  }

  Result<bool> Sleep(gpu::Event event, std::chrono::nanoseconds at_most) override {
    if (event <= done_) return true;
    const auto& wait = connection_.vk().WaitForFences;
    const VkFence fence = FenceOf(event);
    const VkResult answer = wait.Ask(connection_.handle(), 1, &fence, VK_TRUE, Nanoseconds(at_most));
    RETURN_IF_ERROR(StatusOf(wait.name(), answer));
    if (answer == VK_SUCCESS) done_ = event;
    return answer == VK_SUCCESS;
  }

 private:
  VkFence FenceOf(gpu::Event event) const { return *fences_[event % kCount]; }

  const Connection& connection_;
  const Fences fences_;
  gpu::Event last_ = 0;
  gpu::Event done_ = 0;
};

}  // namespace

Result<std::unique_ptr<Completion>> CreateSemaphoreCompletion(const Connection& connection) {
  const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                          .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  ASSIGN_OR_RETURN(OwnedSemaphore semaphore, OwnedSemaphore::Create(connection, info));
  return std::make_unique<SemaphoreCompletion>(connection, std::move(semaphore));
}

Result<std::unique_ptr<Completion>> CreateFenceCompletion(const Connection& connection) {
  const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  FenceCompletion::Fences fences;
  for (OwnedFence& fence : fences) {
    ASSIGN_OR_RETURN(fence, OwnedFence::Create(connection, info));
  }
  return std::make_unique<FenceCompletion>(connection, std::move(fences));
}

}  // namespace mica::vulkan
