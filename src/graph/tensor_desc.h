// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/data_type.h"
#include "base/shape.h"

namespace mica::graph {

// real = scale * (stored - zero_point): one pair for the tensor, or one for each index of `axis`. Empty: not quantized.
struct Quantization {
  std::vector<float> scales;
  std::vector<std::int64_t> zero_points;
  int axis = 0;

  bool empty() const { return scales.empty(); }
  friend bool operator==(const Quantization&, const Quantization&) = default;
};

// What is known of a tensor without its data.
struct TensorDesc {
  DataType type = DataType::kFloat32;
  Shape shape;
  Quantization quantization;

  std::int64_t elements() const { return shape.elements(); }
  std::size_t size_bytes() const { return static_cast<std::size_t>(elements()) * ElementBytes(type); }
};

// "float32[1, 224, 224, 3]"
std::string ToString(const TensorDesc& desc);

}  // namespace mica::graph
