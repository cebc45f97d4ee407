// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <mutex>
#include <set>

#include "backend/vulkan/physical_device.h"

namespace mica::vulkan {

// A VkDevice with its one queue. Everything else of the backend is made with it, and dies before it.
class Connection {
 public:
  // With every optional feature that the device has, but for those `without`.
  static Result<std::unique_ptr<Connection>> Create(const Instance& instance, PhysicalDevice physical,
                                                    const std::set<gpu::Feature>& without);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const DeviceFunctions& vk() const { return vk_; }
  VkDevice handle() const { return handle_; }
  VkQueue queue() const { return queue_; }
  const PhysicalDevice& physical() const { return physical_; }
  bool has_timeline() const { return physical_.features.timeline.timelineSemaphore == VK_TRUE; }

  // Held by every call of the device. Recursive, for objects may die inside one.
  std::recursive_mutex& mutex() { return mutex_; }

 private:
  explicit Connection(PhysicalDevice physical) : physical_(std::move(physical)) {}

  const PhysicalDevice physical_;
  VkDevice handle_ = VK_NULL_HANDLE;
  DeviceFunctions vk_;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::recursive_mutex mutex_;
};

}  // namespace mica::vulkan
