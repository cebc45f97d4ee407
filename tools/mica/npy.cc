// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "errors.h"
#include "npy_header.h"

namespace mica::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are passed on as they lie in the file.");

using namespace std::string_view_literals;
constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::size_t kAlignment = 64;

constexpr std::array kTypeCodes = {
    std::pair{DataType::kFloat32, "f4"sv}, std::pair{DataType::kFloat16, "f2"sv}, std::pair{DataType::kFloat64, "f8"sv},
    std::pair{DataType::kInt8, "i1"sv},    std::pair{DataType::kUint8, "u1"sv},   std::pair{DataType::kInt16, "i2"sv},
    std::pair{DataType::kUint16, "u2"sv},  std::pair{DataType::kInt32, "i4"sv},   std::pair{DataType::kUint32, "u4"sv},
    std::pair{DataType::kInt64, "i8"sv},   std::pair{DataType::kUint64, "u8"sv},  std::pair{DataType::kBool, "b1"sv},
};

// "<f4": byte order, kind, size.
Result<DataType> ParseDescription(const std::string& description) {
  if (description.size() < 3) {
    return Fail(StatusCode::kIo, "the element type \"{}\" is none of numpy's.", description);
  }
  const char order = description.front();
  const std::string_view code = std::string_view(description).substr(1);
  const auto* known = std::ranges::find(kTypeCodes, code, &std::pair<DataType, std::string_view>::second);
  if (known == kTypeCodes.end()) {
    return Fail(StatusCode::kIo, "the elements are of numpy's type \"{}\"; mica takes numbers and booleans.",
                description);
  }
  if (order == '>' && ElementBytes(known->first) > 1) {
    return Fail(StatusCode::kIo, "the elements are big-endian (\"{}\"); save them as \"<{}\".", description, code);
  }
  return known->first;
}

std::optional<std::size_t> SizeBytes(DataType type, std::span<const int> shape) {
  std::size_t size = ElementBytes(type);
  for (const int dimension : shape) {
    if (__builtin_mul_overflow(size, static_cast<std::size_t>(dimension), &size)) return std::nullopt;
  }
  return size;
}

std::size_t LittleEndian(std::span<const std::byte> bytes) {
  std::size_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | std::to_integer<std::size_t>(bytes[i]);
  return number;
}

struct Parts {
  std::string_view header;
  std::span<const std::byte> data;
};

Result<Parts> Split(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kMagic))
    return Fail(StatusCode::kIo, "this is no .npy file: it does not start with \\x93NUMPY.");
  if (text.size() < kMagic.size() + 2) return Fail(StatusCode::kIo, "the file ends inside its header.");
  const int version = std::to_integer<int>(bytes[kMagic.size()]);
  if (version < 1 || version > 3) {
    return Fail(StatusCode::kIo, "the .npy version is {}; versions 1, 2 and 3 are known.", version);
  }
  const std::size_t length_start = kMagic.size() + 2;
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t start = length_start + length_bytes;
  if (text.size() < start) return Fail(StatusCode::kIo, "the file ends inside its header.");
  const std::size_t length = LittleEndian(bytes.subspan(length_start, length_bytes));
  if (length > kMaxNpyHeaderBytes) {
    return Fail(StatusCode::kIo, "the header claims {} bytes; at most {} are allowed.", length, kMaxNpyHeaderBytes);
  }
  if (text.size() - start < length) return Fail(StatusCode::kIo, "the file ends inside its header.");
  return Parts{text.substr(start, length), bytes.subspan(start + length)};
}

}  // namespace

Result<NpyArray> ParseNpy(std::span<const std::byte> bytes) {
  ASSIGN_OR_RETURN(const Parts parts, Split(bytes));
  ASSIGN_OR_RETURN(NpyHeader header, ParseNpyHeader(parts.header));
  ASSIGN_OR_RETURN(const DataType type, ParseDescription(header.description));
  if (header.is_fortran_order && header.shape.size() > 1) {
    return Fail(StatusCode::kIo, "the array is in Fortran order; save numpy.ascontiguousarray of it.");
  }
  const std::optional<std::size_t> size_bytes = SizeBytes(type, header.shape);
  if (!size_bytes || parts.data.size() != *size_bytes) {
    return Fail(StatusCode::kIo, "the header says {}[{}], which takes {} bytes; {} bytes follow.", ToString(type),
                fmt::join(header.shape, ", "), size_bytes ? std::to_string(*size_bytes) : "too many",
                parts.data.size());
  }
  return NpyArray{type, std::move(header.shape), {parts.data.begin(), parts.data.end()}};
}

std::vector<std::byte> MakeNpy(DataType type, std::span<const int> shape, std::span<const std::byte> data) {
  const auto* code = std::ranges::find(kTypeCodes, type, &std::pair<DataType, std::string_view>::first);
  const std::string_view order = ElementBytes(type) == 1 ? "|" : "<";
  const std::string_view comma_of_one = shape.size() == 1 ? "," : "";  // (3) is a number in Python, (3,) a tuple.
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}", order,
                                   code->second, fmt::join(shape, ", "), comma_of_one);
  const std::size_t unpadded = kMagic.size() + 4 + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ').push_back('\n');

  std::string start(kMagic);
  start += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  start += header;
  const auto start_bytes = std::as_bytes(std::span(start));
  std::vector<std::byte> file(start_bytes.begin(), start_bytes.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

}  // namespace mica::cli
