// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/zip_archive.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "model/text.h"

// The parts of an archive, from its end: an end record that says where the directory is; the directory, one record a
// file, which says where its local header is; behind that header, the data. All numbers are little endian.
namespace mica::model {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kDirectorySignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kDirectorySize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kMaxComment = 0xffff;  // May follow the end record.
constexpr std::uint32_t kEncrypted = 1;
constexpr std::uint32_t kStored = 0;
constexpr std::uint32_t kDeflated = 8;

// A number of `size` bytes. The caller has checked that they are there.
std::uint32_t Number(Bytes bytes, std::size_t offset, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  return number;
}
std::uint32_t Number16(Bytes bytes, std::size_t offset) {
  return Number(bytes, offset, 2);
}
std::uint32_t Number32(Bytes bytes, std::size_t offset) {
  return Number(bytes, offset, 4);
}

// The part [offset, offset + size), or nothing where it does not lie in `bytes`.
std::optional<Bytes> Part(Bytes bytes, std::size_t offset, std::size_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
  return bytes.subspan(offset, size);
}

std::string_view AsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<std::size_t> FindEndRecord(Bytes bytes) {
  if (bytes.size() < kEndSize) return std::nullopt;
  const std::size_t last = bytes.size() - kEndSize;
  for (std::size_t back = 0; back <= std::min(last, kMaxComment); ++back) {
    if (Number32(bytes, last - back) == kEndSignature) return last - back;
  }
  return std::nullopt;
}

struct Entry {
  std::uint32_t flags = 0;
  std::uint32_t method = 0;
  std::uint32_t checksum = 0;
  std::size_t packed_bytes = 0;
  std::size_t unpacked_bytes = 0;
  std::size_t header = 0;  // Of the local header, from the archive's first byte on.
};

std::optional<Entry> FindEntry(Bytes directory, std::string_view name) {
  while (directory.size() >= kDirectorySize && Number32(directory, 0) == kDirectorySignature) {
    const std::size_t name_size = Number16(directory, 28);
    const std::size_t record_size = kDirectorySize + name_size + Number16(directory, 30) + Number16(directory, 32);
    if (record_size > directory.size()) return std::nullopt;
    if (AsText(directory.subspan(kDirectorySize, name_size)) == name) {
      return Entry{.flags = Number16(directory, 8),
                   .method = Number16(directory, 10),
                   .checksum = Number32(directory, 16),
                   .packed_bytes = Number32(directory, 20),
                   .unpacked_bytes = Number32(directory, 24),
                   .header = Number32(directory, 42)};
    }
    directory = directory.subspan(record_size);
  }
  return std::nullopt;
}

Result<Bytes> FindData(Bytes archive, const Entry& entry) {
  const std::optional<Bytes> header = Part(archive, entry.header, kLocalSize);
  if (!header.has_value() || Number32(*header, 0) != kLocalSignature) {
    return InvalidModel("the archive is damaged: a file has no header.");
  }
  const std::size_t data = entry.header + kLocalSize + Number16(*header, 26) + Number16(*header, 28);
  const std::optional<Bytes> packed = Part(archive, data, entry.packed_bytes);
  if (!packed.has_value()) return InvalidModel("the archive is damaged: a file reaches beyond its end.");
  return *packed;
}

bool CopyStored(Bytes packed, std::string& unpacked) {
  if (packed.size() != unpacked.size()) return false;
  unpacked = AsText(packed);
  return true;
}

bool Inflate(Bytes packed, std::string& unpacked) {
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;  // Negative: without zlib's own header.
  // zlib does not write to its input, and says so only where it is built with ZLIB_CONST.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(unpacked.data());
  stream.avail_out = static_cast<uInt>(unpacked.size());
  const int end = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return end == Z_STREAM_END && stream.avail_out == 0;
}

Result<std::string> Unpack(Bytes packed, const Entry& entry, CopyBudget& budget) {
  if ((entry.flags & kEncrypted) != 0) return Unsupported("it is encrypted.");
  if (entry.method != kStored && entry.method != kDeflated) {
    return Unsupported("it is packed by method {}; stored ({}) and deflated ({}) are known.", entry.method, kStored,
                       kDeflated);
  }
  RETURN_IF_ERROR(budget.TakeString(entry.unpacked_bytes));
  std::string unpacked(entry.unpacked_bytes, '\0');
  const bool complete = entry.method == kStored ? CopyStored(packed, unpacked) : Inflate(packed, unpacked);
  if (!complete) return InvalidModel("it is damaged: it does not unpack to {} bytes.", entry.unpacked_bytes);
  const auto checksum = crc32(0, reinterpret_cast<const Bytef*>(unpacked.data()), static_cast<uInt>(unpacked.size()));
  if (checksum != entry.checksum) return InvalidModel("it is damaged: its checksum is wrong.");
  return unpacked;
}

Result<std::string> ReadEntry(Bytes bytes, std::string_view name, CopyBudget& budget) {
  const std::optional<std::size_t> end = FindEndRecord(bytes);
  if (!end.has_value()) return InvalidModel("the file has no zip archive at its end.");
  const std::size_t directory_size = Number32(bytes, *end + 12);
  const std::size_t directory_offset = Number32(bytes, *end + 16);
  if (directory_size + directory_offset > *end) {
    return InvalidModel("the archive is damaged: its directory is not in the file.");
  }
  // Some writers count from the file's first byte and some from the archive's. Both put the directory before its end.
  const Bytes archive = bytes.subspan(*end - directory_size - directory_offset);
  const std::optional<Entry> entry = FindEntry(archive.subspan(directory_offset, directory_size), name);
  if (!entry.has_value()) return InvalidModel("the archive has no such file.");
  ASSIGN_OR_RETURN(const Bytes packed, FindData(archive, *entry));
  return Unpack(packed, *entry, budget);
}

}  // namespace

Result<std::string> ReadFromZip(Bytes bytes, std::string_view name, CopyBudget& budget) {
  auto text = ReadEntry(bytes, name, budget);
  if (!text) return Unexpected(text.error().WithContext("\"{}\" of the appended archive", PrintableText(name)));
  return text;
}

}  // namespace mica::model
