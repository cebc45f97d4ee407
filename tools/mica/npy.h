// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mica/data_type.hpp"
#include "mica/status.hpp"

// numpy's .npy format: a header written as a Python dictionary, then the elements.
namespace mica::cli {

struct NpyArray {
  DataType type = DataType::kFloat32;
  std::vector<int> shape;
  std::vector<std::byte> data;  // Row-major, in this machine's (little-endian) byte order.
};

// Headers of numpy are below 200 bytes; one that claims more than this is refused.
inline constexpr std::size_t kMaxNpyHeaderBytes = 65536;

// Any bytes may come. Refused are: column-major arrays of rank 2 and more, big-endian elements, elements that are no
// numbers, and data that is shorter or longer than the shape says.
Result<NpyArray> ParseNpy(std::span<const std::byte> bytes);

// `data` holds the elements of `shape`, and `type` is a number.
std::vector<std::byte> MakeNpy(DataType type, std::span<const int> shape, std::span<const std::byte> data);

}  // namespace mica::cli
