// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace mica {

// The dimensions of a tensor as its file gives them: rank 0 (a scalar) to 8, every dimension 0 or more.
//
// The GPU sees every tensor as [batch, height, width, channels], aligned to the right: [C], [W,C], [H,W,C], [B,H,W,C];
// further leading dimensions collapse into the batch. So numpy's broadcasts need no special case, and dropping leading
// ones costs nothing.
class Shape {
 public:
  static constexpr int kMaxRank = 8;

  Shape() = default;
  Shape(std::initializer_list<int> dims) : Shape(std::span<const int>(dims.begin(), dims.size())) {}
  explicit Shape(std::span<const int> dims);

  int rank() const { return rank_; }
  int operator[](int axis) const { return dims_[static_cast<std::size_t>(axis)]; }
  void set(int axis, int size) { dims_[static_cast<std::size_t>(axis)] = size; }
  std::span<const int> dims() const { return {dims_.data(), static_cast<std::size_t>(rank_)}; }

  std::int64_t elements() const;

  int batch() const;
  int height() const { return FromRight(3); }
  int width() const { return FromRight(2); }
  int channels() const { return FromRight(1); }
  // A slice is 4 channels, the last one padded with zeros.
  int slices() const { return (channels() + 3) / 4; }

  // How far element (indices...) of this shape lies behind the first, in row-major order.
  std::int64_t OffsetOf(std::span<const int> indices) const;

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  int FromRight(int position) const {
    return rank_ >= position ? dims_[static_cast<std::size_t>(rank_ - position)] : 1;
  }

  std::array<int, kMaxRank> dims_{};
  int rank_ = 0;
};

// "[1, 224, 224, 3]"
std::string ToString(const Shape& shape);

// numpy's rule, aligned to the right; false where two dimensions differ and neither is 1.
bool Broadcast(const Shape& a, const Shape& b, Shape* result);

}  // namespace mica
