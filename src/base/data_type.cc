// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/data_type.h"

#include <array>

#include "base/check.h"

namespace mica {
namespace {

struct Row {
  DataType type;
  std::string_view name;
  std::size_t bytes;
};

constexpr std::array kRows = {
    Row{DataType::kFloat32, "float32", 4},     Row{DataType::kFloat16, "float16", 2},
    Row{DataType::kFloat64, "float64", 8},     Row{DataType::kInt4, "int4", 0},
    Row{DataType::kInt8, "int8", 1},           Row{DataType::kUint8, "uint8", 1},
    Row{DataType::kInt16, "int16", 2},         Row{DataType::kUint16, "uint16", 2},
    Row{DataType::kInt32, "int32", 4},         Row{DataType::kUint32, "uint32", 4},
    Row{DataType::kInt64, "int64", 8},         Row{DataType::kUint64, "uint64", 8},
    Row{DataType::kBool, "bool", 1},           Row{DataType::kString, "string", 0},
    Row{DataType::kComplex64, "complex64", 8}, Row{DataType::kComplex128, "complex128", 16},
    Row{DataType::kResource, "resource", 0},   Row{DataType::kVariant, "variant", 0},
};

const Row& RowOf(DataType type) {
  const Row& row = kRows[static_cast<std::size_t>(type)];
  MICA_CHECK(row.type == type, "the table of data types is out of order.");
  return row;
}

}  // namespace

std::string_view ToString(DataType type) {
  return RowOf(type).name;
}

std::size_t ElementBytes(DataType type) {
  return RowOf(type).bytes;
}

}  // namespace mica
