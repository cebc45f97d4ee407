// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/status.h"

namespace mica::model {

// A file in memory, read only and paged in on use; unmapped when the last owner goes. The file must not be truncated
// meanwhile.
class MappedFile {
 public:
  static Result<std::shared_ptr<const MappedFile>> Map(const std::string& path);

  MappedFile(void* address, std::size_t size_bytes) : address_(address), size_bytes_(size_bytes) {}
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(address_), size_bytes_}; }

 private:
  void* address_;
  std::size_t size_bytes_;
};

}  // namespace mica::model
