// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "kernel/kernel.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mica::kernel {

std::size_t TensorType::size_bytes() const {
  const std::size_t element_bytes = element == ElementType::kFloat32 ? 4 : 2;
  if (layout == Layout::kRowMajor) return static_cast<std::size_t>(shape.elements()) * element_bytes;
  const std::size_t pixels = static_cast<std::size_t>(shape.batch()) * static_cast<std::size_t>(shape.height()) *
                             static_cast<std::size_t>(shape.width());
  return pixels * static_cast<std::size_t>(shape.slices()) * 4 * element_bytes;
}

Definition::Definition(std::string definition_name, float number)
    : name(std::move(definition_name)), value(FloatLiteral(number)) {}

std::string FloatLiteral(float value) {
  // GLSL has no literal for infinity; nothing a network computes tells the largest float from it.
  if (std::isinf(value)) value = std::copysign(std::numeric_limits<float>::max(), value);
  std::string text = fmt::format("{}", value);  // The shortest text that reads back to the same float.
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

}  // namespace mica::kernel
