// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "errors.h"
#include "quantity.h"

namespace mica::cli {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

Failure SystemError(const std::string& path) {
  return Fail(StatusCode::kIo, "{}: {}.", path, std::strerror(errno));
}

// In chunks, because pipes and devices do not know their size.
Result<std::vector<std::byte>> ReadAll(std::FILE* file, const std::string& name, std::size_t max_bytes) {
  std::vector<std::byte> bytes;
  while (true) {
    const std::size_t start = bytes.size();
    bytes.resize(start + kChunkBytes);
    const std::size_t count = std::fread(bytes.data() + start, 1, kChunkBytes, file);
    bytes.resize(start + count);
    if (bytes.size() > max_bytes) {
      return Fail(StatusCode::kIo, "{}: the file is larger than {}.", name, FormatByteSize(max_bytes));
    }
    if (std::ferror(file) != 0) return SystemError(name);
    if (count < kChunkBytes) return bytes;
  }
}

}  // namespace

Result<std::vector<std::byte>> ReadFile(const std::string& path, std::size_t max_bytes) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return SystemError(path);
  return ReadAll(file.get(), path, max_bytes);
}

Result<std::vector<std::byte>> ReadStdin(std::size_t max_bytes) {
  return ReadAll(stdin, "stdin", max_bytes);
}

Status WriteFile(const std::string& path, std::span<const std::byte> bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (file == nullptr) return SystemError(path);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) return SystemError(path);
  if (std::fclose(file.release()) != 0) return SystemError(path);  // A full disk may show only here.
  return Status();
}

Status MakeFolder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return Fail(StatusCode::kIo, "{}: the folder cannot be made: {}.", path, error.message());
  return Status();
}

}  // namespace mica::cli
