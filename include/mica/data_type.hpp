// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <string_view>

namespace mica {

// The element types a .tflite file may name.
enum class DataType {
  kFloat32,
  kFloat16,
  kFloat64,
  kInt4,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kBool,
  kString,
  kComplex64,
  kComplex128,
  kResource,
  kVariant,
};

std::string_view ToString(DataType type);

// 0 where elements have no fixed size of whole bytes (strings, resources, 4-bit integers).
std::size_t ElementBytes(DataType type);

}  // namespace mica
