// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace mica::graph {

// The bytes of a constant tensor in row-major order. They usually lie in the mapped model file, which `owner` keeps
// mapped: constants are shared with the file and not copied.
class Constant {
 public:
  Constant() = default;
  Constant(std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
      : bytes_(bytes), owner_(std::move(owner)) {}

  // Takes over bytes that a pass computed.
  static Constant Own(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return Constant(*owner, owner);
  }

  // Bytes at any address: the file aligns nothing, so elements are copied out one by one (see HostTensor).
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

}  // namespace mica::graph
