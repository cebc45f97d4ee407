// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/status.h"
#include "schema/tflite_generated.h"

namespace mica::model {

// The bytes of a .tflite file whose structure is verified: every offset in its tables leads into the file. What the
// tables mean is checked by Import. Immutable, and shared by all that still points into the bytes.
class ModelFile {
 public:
  // Maps the file; reads only the pages that are touched.
  static Result<std::shared_ptr<const ModelFile>> Load(const std::string& path);

  // Takes bytes that `owner` keeps alive and unchanged. Copies them only where their address is not aligned to 16.
  static Result<std::shared_ptr<const ModelFile>> Parse(std::span<const std::byte> bytes,
                                                        std::shared_ptr<const void> owner);

  const schema::Model& model() const { return *schema::GetModel(bytes_.data()); }
  std::span<const std::byte> bytes() const { return bytes_; }

  // The data of Model.buffers[index], empty where it has none. Fails where it does not lie in the file.
  Result<std::span<const std::byte>> BufferBytes(std::uint32_t index) const;

 private:
  ModelFile(std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
      : bytes_(bytes), owner_(std::move(owner)) {}

  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

}  // namespace mica::model
