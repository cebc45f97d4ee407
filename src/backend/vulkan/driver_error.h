// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <volk.h>

#include <atomic>
#include <string>

#include "base/status.h"

// How calls of the driver fail, for real and in tests.
namespace mica::vulkan {

// While it lives, the `countdown`-th call of the entry point `call` and all later ones do not reach the driver: they
// answer `result`. One at a time.
class InjectedFailure {
 public:
  explicit InjectedFailure(std::string call, int countdown = 1, VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY);
  ~InjectedFailure();
  InjectedFailure(const InjectedFailure&) = delete;
  InjectedFailure& operator=(const InjectedFailure&) = delete;

  bool happened() const { return countdown_ <= 0; }

  static bool IsArmed() { return armed_.load(std::memory_order_relaxed) != nullptr; }
  // Called before each call of the driver while one is armed: VK_SUCCESS lets it pass.
  static VkResult Strike(const char* call);

 private:
  static inline std::atomic<InjectedFailure*> armed_ = nullptr;

  const std::string call_;
  const VkResult result_;
  std::atomic<int> countdown_;
};

// The sentence for what a call answered. Codes above zero are answers too, not failures: VK_TIMEOUT, VK_NOT_READY.
Status StatusOf(const char* call, VkResult result);

// "VK_ERROR_DEVICE_LOST", or the number.
std::string ResultName(VkResult result);

}  // namespace mica::vulkan
