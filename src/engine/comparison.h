// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>

namespace mica::engine {

// max |difference| / max |reference|, the figure that all limits speak of. Infinite where one has NaN or infinity in a
// place where the other has none.
double Distance(std::span<const float> reference, std::span<const float> got);

}  // namespace mica::engine
