// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace mica::cli {
namespace {

struct Half {
  std::uint16_t bits;
};

double ToDouble(Half half) {
  const double sign = (half.bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = (half.bits >> 10) & 0x1f;
  const int fraction = half.bits & 0x3ff;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(0x400 + fraction, exponent - 25);
}

Half ToHalf(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return {0x7e00};
  if (value == 0) return {sign};
  int exponent = 0;
  std::frexp(value, &exponent);
  exponent = std::max(exponent, -13);  // Below that, numbers are subnormal and share one exponent.
  const double steps = std::nearbyint(std::ldexp(std::abs(value), 11 - exponent));
  // Carries of the rounding run into the exponent's bits, as they should.
  const double bits = (exponent + 13) * 1024.0 + steps;
  return {static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::min(bits, 31744.0)))};
}

template <typename T>
T FromDouble(double value) {
  if constexpr (std::same_as<T, bool>) {
    return value != 0;
  } else if constexpr (std::integral<T>) {
    if (std::isnan(value)) return 0;
    const double rounded = std::round(value);
    if (rounded <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(rounded);
  } else if constexpr (std::same_as<T, Half>) {
    return ToHalf(value);
  } else {
    return static_cast<T>(value);
  }
}

// Calls `use` with a value of the C++ type that holds elements of `type`; not at all where there is none.
template <typename Use>
void WithElementType(DataType type, const Use& use) {
  switch (type) {
    case DataType::kFloat32:
      return use(float{});
    case DataType::kFloat16:
      return use(Half{});
    case DataType::kFloat64:
      return use(double{});
    case DataType::kInt8:
      return use(std::int8_t{});
    case DataType::kUint8:
      return use(std::uint8_t{});
    case DataType::kInt16:
      return use(std::int16_t{});
    case DataType::kUint16:
      return use(std::uint16_t{});
    case DataType::kInt32:
      return use(std::int32_t{});
    case DataType::kUint32:
      return use(std::uint32_t{});
    case DataType::kInt64:
      return use(std::int64_t{});
    case DataType::kUint64:
      return use(std::uint64_t{});
    case DataType::kBool:
      return use(bool{});
    case DataType::kInt4:
    case DataType::kString:
    case DataType::kComplex64:
    case DataType::kComplex128:
    case DataType::kResource:
    case DataType::kVariant:
      return;
  }
}

}  // namespace

bool IsNumber(DataType type) {
  bool is_number = false;
  WithElementType(type, [&](auto) { is_number = true; });
  return is_number;
}

double ReadElement(DataType type, std::span<const std::byte> bytes, std::size_t index) {
  double number = 0;
  WithElementType(type, [&](auto element) {
    const std::byte* address = bytes.data() + index * sizeof(element);
    if constexpr (std::same_as<decltype(element), bool>) {
      number = *address != std::byte{0} ? 1 : 0;  // Any byte may come; only 0 and 1 are a bool.
    } else {
      std::memcpy(&element, address, sizeof(element));
      if constexpr (std::same_as<decltype(element), Half>) {
        number = ToDouble(element);
      } else {
        number = static_cast<double>(element);
      }
    }
  });
  return number;
}

void WriteElement(DataType type, std::span<std::byte> bytes, std::size_t index, double value) {
  WithElementType(type, [&](auto element) {
    element = FromDouble<decltype(element)>(value);
    std::memcpy(bytes.data() + index * sizeof(element), &element, sizeof(element));
  });
}

std::vector<double> ReadElements(const HostTensor& tensor) {
  std::vector<double> numbers(tensor.element_count());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = ReadElement(tensor.info.type, tensor.bytes, i);
  return numbers;
}

std::string FormatType(DataType type, std::span<const int> shape) {
  return fmt::format("{}[{}]", ToString(type), fmt::join(shape, ", "));
}

}  // namespace mica::cli
