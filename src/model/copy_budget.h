// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <string>

#include "base/status.h"

namespace mica::model {

// Bounds what the reader copies out of a file. A FlatBuffer may point at one string or vector from many places, and a
// zip archive may unpack to a thousandfold, so a hostile megabyte can ask for terabytes. What real writers make fits
// into a small multiple of the file.
class CopyBudget {
 public:
  explicit CopyBudget(std::size_t file_bytes) : left_(kCopiesOfFile * file_bytes + kAlwaysAllowed) {}

  Status Take(std::size_t bytes) {
    if (bytes > left_) {
      return InvalidModel("the file expands to more than {} times its size; names or vectors are shared without end.",
                          kCopiesOfFile);
    }
    left_ -= bytes;
    return Ok();
  }
  Status TakeString(std::size_t length) { return Take(length + sizeof(std::string)); }

  std::size_t left() const { return left_; }

 private:
  static constexpr std::size_t kCopiesOfFile = 16;
  static constexpr std::size_t kAlwaysAllowed = 1 << 16;  // Tiny files have more overhead than bytes.

  std::size_t left_;
};

}  // namespace mica::model
