// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator/host_tensor.h"

#include "base/check.h"
#include "base/half.h"

namespace mica {
namespace {

// The file aligns nothing, so each element is copied out before it is read.
template <typename Stored, typename T, typename Convert>
std::vector<T> ReadAs(std::span<const std::byte> bytes, Convert convert) {
  std::vector<T> elements(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    elements[i] = static_cast<T>(convert(stored));
  }
  return elements;
}

}  // namespace

template <typename T>
std::vector<T> ReadConstant(const graph::Constant& constant, DataType type) {
  const auto same = [](auto stored) { return stored; };
  const std::span<const std::byte> bytes = constant.bytes();
  switch (type) {
    case DataType::kFloat32:
      return ReadAs<float, T>(bytes, same);
    case DataType::kFloat16:
      return ReadAs<std::uint16_t, T>(bytes, HalfToFloat);
    case DataType::kInt32:
      return ReadAs<std::int32_t, T>(bytes, same);
    case DataType::kInt64:
      return ReadAs<std::int64_t, T>(bytes, same);
    case DataType::kInt16:
      return ReadAs<std::int16_t, T>(bytes, same);
    case DataType::kInt8:
      return ReadAs<std::int8_t, T>(bytes, same);
    case DataType::kUint8:
    case DataType::kBool:
      return ReadAs<std::uint8_t, T>(bytes, same);
    default:
      break;
  }
  MICA_CHECK(false, "a {} constant is read as numbers.", ToString(type));
  return {};
}

template std::vector<float> ReadConstant(const graph::Constant&, DataType);
template std::vector<int> ReadConstant(const graph::Constant&, DataType);
template std::vector<std::int64_t> ReadConstant(const graph::Constant&, DataType);

}  // namespace mica
