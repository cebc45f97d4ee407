// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mica/data_type.hpp"
#include "mica/mica.hpp"

// Elements of tensors in CPU memory as numbers, whatever their type.
namespace mica::cli {

// Integers, floats and booleans: what the functions below and .npy files can hold.
bool IsNumber(DataType type);

// A tensor of one of the model's inputs or outputs, as row-major bytes.
struct HostTensor {
  TensorInfo info;
  std::vector<std::byte> bytes;

  std::size_t element_count() const { return IsNumber(info.type) ? bytes.size() / ElementBytes(info.type) : 0; }
};

double ReadElement(DataType type, std::span<const std::byte> bytes, std::size_t index);

// Integers are rounded and saturate.
void WriteElement(DataType type, std::span<std::byte> bytes, std::size_t index, double value);

std::vector<double> ReadElements(const HostTensor& tensor);

std::string FormatType(DataType type, std::span<const int> shape);  // "float32[1, 224, 224, 3]"
inline std::string FormatType(const TensorInfo& info) {
  return FormatType(info.type, info.shape);
}

}  // namespace mica::cli
