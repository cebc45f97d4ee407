// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mica/status.hpp"

namespace mica::cli {

// A whole file. One of more than `max_bytes` is refused before it fills the memory. Every failure names the path.
Result<std::vector<std::byte>> ReadFile(const std::string& path, std::size_t max_bytes);

Result<std::vector<std::byte>> ReadStdin(std::size_t max_bytes);

Status WriteFile(const std::string& path, std::span<const std::byte> bytes);

// Makes a folder and those above it, where they are not there.
Status MakeFolder(const std::string& path);

}  // namespace mica::cli
