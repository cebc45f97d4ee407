// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>

namespace mica {

// IEEE 754 binary16, rounding to nearest even. Too large a value becomes infinity, NaN stays NaN.
std::uint16_t FloatToHalf(float value);
float HalfToFloat(std::uint16_t bits);

}  // namespace mica
