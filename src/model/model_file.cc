// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/model_file.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "model/mapped_file.h"

namespace mica::model {
namespace {

constexpr std::size_t kAlignment = 16;  // Of the first byte; FlatBuffers aligns everything else relative to it.
constexpr std::size_t kIdentifierEnd = sizeof(flatbuffers::uoffset_t) + 4;
constexpr std::uint32_t kFormatVersion = 3;
// A model nests about 6 deep. A table takes 8 bytes or more, but may be reached on many ways.
constexpr flatbuffers::uoffset_t kMaxDepth = 32;
constexpr flatbuffers::uoffset_t kMaxTables = 1'000'000;

bool IsAligned(std::span<const std::byte> bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes.data()) % kAlignment == 0;
}

Result<std::shared_ptr<const void>> CopyAligned(std::span<const std::byte> bytes) {
  const std::size_t size = (bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
  std::shared_ptr<void> copy(std::aligned_alloc(kAlignment, size), std::free);
  if (copy == nullptr) return OutOfMemory("{} bytes for a copy of the model.", size);
  std::memcpy(copy.get(), bytes.data(), bytes.size());
  return std::shared_ptr<const void>(std::move(copy));
}

Status VerifyStructure(std::span<const std::byte> bytes) {
  if (bytes.size() < kIdentifierEnd) {
    return InvalidModel("the file has {} bytes; that is too short for a .tflite model.", bytes.size());
  }
  if (!schema::ModelBufferHasIdentifier(bytes.data())) {
    return InvalidModel("this is no .tflite model: the identifier \"{}\" is missing.", schema::ModelIdentifier());
  }
  // A FlatBuffer ends below 2 GiB; the data of larger models lies behind it.
  const std::size_t size = std::min<std::size_t>(bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), size, kMaxDepth, kMaxTables);
  if (!schema::VerifyModelBuffer(verifier)) {
    return InvalidModel("the file is damaged or cut off: its tables do not lie within its {} bytes.", bytes.size());
  }
  return Ok();
}

}  // namespace

Result<std::shared_ptr<const ModelFile>> ModelFile::Load(const std::string& path) {
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> mapped, MappedFile::Map(path));
  return Parse(mapped->bytes(), mapped);
}

Result<std::shared_ptr<const ModelFile>> ModelFile::Parse(std::span<const std::byte> bytes,
                                                          std::shared_ptr<const void> owner) {
  if (!IsAligned(bytes)) {
    ASSIGN_OR_RETURN(owner, CopyAligned(bytes));
    bytes = {static_cast<const std::byte*>(owner.get()), bytes.size()};
  }
  RETURN_IF_ERROR(VerifyStructure(bytes));
  std::shared_ptr<const ModelFile> file(new ModelFile(bytes, std::move(owner)));
  if (file->model().version() != kFormatVersion) {
    return Unsupported("the file has version {} of the format; version {} is known.", file->model().version(),
                       kFormatVersion);
  }
  return file;
}

Result<std::span<const std::byte>> ModelFile::BufferBytes(std::uint32_t index) const {
  const auto* buffers = model().buffers();
  const std::size_t count = buffers == nullptr ? 0 : buffers->size();
  if (index >= count) return InvalidModel("buffer #{} is missing; the file has {} buffers.", index, count);

  const schema::Buffer& buffer = *buffers->Get(index);
  if (buffer.offset() > 1) {  // 0 and 1 mean that the data lies in the table.
    if (buffer.offset() > bytes_.size() || buffer.size() > bytes_.size() - buffer.offset()) {
      return InvalidModel("buffer #{} claims {} bytes from byte {} on; the file has {} bytes.", index, buffer.size(),
                          buffer.offset(), bytes_.size());
    }
    return bytes_.subspan(buffer.offset(), buffer.size());
  }
  if (buffer.data() == nullptr) return std::span<const std::byte>();
  return std::as_bytes(std::span(buffer.data()->data(), buffer.data()->size()));
}

}  // namespace mica::model
