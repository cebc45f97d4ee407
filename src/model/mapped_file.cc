// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace mica::model {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::Map(const std::string& path) {
  const Descriptor file(path);
  struct stat info = {};
  if (file.number() < 0 || fstat(file.number(), &info) != 0) {
    return IoError("the file cannot be opened: {}.", std::strerror(errno));
  }
  if (!S_ISREG(info.st_mode)) return IoError("this is no regular file.");
  if (info.st_size == 0) return InvalidModel("the file is empty.");

  const auto size_bytes = static_cast<std::size_t>(info.st_size);
  void* address = mmap(nullptr, size_bytes, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (address == MAP_FAILED) return IoError("the file cannot be mapped: {}.", std::strerror(errno));
  return std::make_shared<const MappedFile>(address, size_bytes);
}

MappedFile::~MappedFile() {
  munmap(address_, size_bytes_);
}

}  // namespace mica::model
