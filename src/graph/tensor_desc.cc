// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "graph/tensor_desc.h"

#include <fmt/format.h>

namespace mica::graph {

std::string ToString(const TensorDesc& desc) {
  return fmt::format("{}{}", mica::ToString(desc.type), mica::ToString(desc.shape));
}

}  // namespace mica::graph
