// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace mica {

// Ends the program: what fails a check is a bug of ours, never a property of a model or a device.
[[noreturn]] inline void CheckFailed(const char* file, int line, const char* condition, const std::string& message) {
  fmt::print(stderr, "{}:{}: check failed: {}. {}\n", file, line, condition, message);
  std::abort();
}

}  // namespace mica

// MICA_CHECK(count > 0, "the grid has {} groups.", count). Stays on in release builds.
#define MICA_CHECK(condition, ...)                                                        \
  do {                                                                                    \
    if (!(condition)) [[unlikely]]                                                        \
      ::mica::CheckFailed(__FILE__, __LINE__, #condition, ::fmt::format("" __VA_ARGS__)); \
  } while (false)
