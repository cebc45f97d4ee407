// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mica/status.hpp"

// Amounts as people write and read them.
namespace mica::cli {

// "64MiB", "1.5GB", "100000": B, KB, MB, GB, TB are powers of 1000; K, M, G, T and KiB, MiB, GiB, TiB powers of 1024.
Result<std::size_t> ParseByteSize(std::string_view text);

std::string FormatByteSize(std::size_t bytes);        // "16.1 MiB"
std::string FormatCount(std::int64_t count);          // "568.74 M"
std::string FormatMilliseconds(double milliseconds);  // "12.35 ms", "1.20 s"

}  // namespace mica::cli
