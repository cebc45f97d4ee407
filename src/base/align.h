// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mica {

constexpr int DivideRoundUp(int value, int divisor) {
  return (value + divisor - 1) / divisor;
}

constexpr std::size_t AlignUp(std::size_t value, std::size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// The product, or nothing where it does not fit: sizes in a model file may claim anything.
constexpr std::optional<std::int64_t> CheckedMultiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

}  // namespace mica
