// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elements.h"

namespace mica::cli {

struct PictureOptions {
  std::vector<std::string> paths;
  std::vector<float> mean;  // Where given, instead of what the file's metadata says.
  std::vector<float> stddev;
};

// The pictures, resized and normalized, as the inputs of image shape in their order; other inputs are random, which is
// noted.
Result<std::vector<HostTensor>> LoadPictureInputs(const Model& model, const PictureOptions& options,
                                                  std::uint64_t seed);

}  // namespace mica::cli
