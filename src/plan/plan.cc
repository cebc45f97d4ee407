// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/plan.h"

#include <numeric>

namespace mica::plan {

std::size_t Plan::tensor_bytes() const {
  std::size_t bytes = std::accumulate(buffer_bytes.begin(), buffer_bytes.end(), std::size_t{0});
  for (const gpu::ImageDesc& image : images) bytes += image.size_bytes();
  return bytes;
}

std::size_t Plan::external_bytes() const {
  std::size_t bytes = 0;
  for (const int tensor : slot_tensors) bytes += tensors[static_cast<std::size_t>(tensor)].type.size_bytes();
  return bytes;
}

std::size_t Plan::total_constant_bytes() const {
  return std::accumulate(constant_bytes.begin(), constant_bytes.end(), std::size_t{0});
}

}  // namespace mica::plan
