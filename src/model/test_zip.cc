// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/test_zip.h"

#include <zlib.h>

#include <cstdint>

namespace mica::model {
namespace {

// Appends each value as so many little-endian bytes.
struct Field {
  std::size_t value;
  int bytes;
};
void Append(std::string& text, std::initializer_list<Field> fields) {
  for (const Field& field : fields) {
    for (int i = 0; i < field.bytes; ++i) text.push_back(static_cast<char>(field.value >> (8 * i)));
  }
}

std::string Deflate(const std::string& content) {
  std::string packed(compressBound(content.size()), '\0');
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

std::string MakeZip(const std::vector<TestZipFile>& files) {
  std::string archive;
  std::string directory;
  for (const TestZipFile& file : files) {
    const std::string packed = file.deflated ? Deflate(file.content) : file.content;
    const std::size_t checksum =
        crc32(0, reinterpret_cast<const Bytef*>(file.content.data()), static_cast<uInt>(file.content.size()));
    const std::size_t method = file.deflated ? 8 : 0;
    const std::size_t offset = archive.size();
    Append(archive, {{0x04034b50, 4}, {20, 2}, {0, 2}, {method, 2}, {0, 4}, {checksum, 4}, {packed.size(), 4}});
    Append(archive, {{file.content.size(), 4}, {file.name.size(), 2}, {0, 2}});
    archive += file.name + packed;
    Append(directory, {{0x02014b50, 4}, {20, 2}, {20, 2}, {0, 2}, {method, 2}, {0, 4}, {checksum, 4}});
    Append(directory,
           {{packed.size(), 4}, {file.content.size(), 4}, {file.name.size(), 2}, {0, 8}, {0, 4}, {offset, 4}});
    directory += file.name;
  }
  const std::size_t directory_offset = archive.size();
  archive += directory;
  Append(archive, {{0x06054b50, 4}, {0, 4}, {files.size(), 2}, {files.size(), 2}});
  Append(archive, {{directory.size(), 4}, {directory_offset, 4}, {0, 2}});
  return archive;
}

}  // namespace mica::model
