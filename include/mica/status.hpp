// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace mica {

enum class StatusCode {
  kOk,
  kInvalidArgument,  // The caller asked for something that does not exist or does not fit.
  kInvalidModel,     // The file breaks the rules of its format.
  kUnsupported,      // The model is valid, and Mica cannot run it.
  kNoDevice,         // No GPU, driver or loader that could be used.
  kDeviceError,      // A driver call failed.
  kOutOfMemory,
  kIo,  // A file could not be read or written.
};

// How something ended: ok, or a code and one sentence that says what failed, got, expected, and where.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

  // Says where it failed, on the way out: "operator #17 (CONV_2D): the weights have 8 channels; ...".
  template <typename... Args>
  Status WithContext(fmt::format_string<Args...> where, Args&&... args) const {
    if (ok()) return *this;
    return Status(code_, fmt::format(where, std::forward<Args>(args)...) + ": " + message_);
  }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

template <typename T>
using Result = tl::expected<T, Status>;

}  // namespace mica
