// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/two_operand_step.h"

#include <cmath>

namespace mica::ops {
namespace {

// A constant of one element; not NaN, for which the kernel languages have no literal.
std::optional<float> FindScalar(const graph::Value& value) {
  if (!value.is_constant() || value.desc.elements() != 1) return std::nullopt;
  const float scalar = ReadConstant<float>(*value.constant, value.desc.type).at(0);
  if (std::isnan(scalar)) return std::nullopt;
  return scalar;
}

}  // namespace

StepRequest MakeTwoOperandStep(const NodeView& node, int value_slot, std::string_view expression) {
  StepRequest step;
  const graph::Value& other = node.input(1 - value_slot);
  std::string_view other_operand = "other_read(b, x, y, slice)";
  if (&other == &node.input(value_slot)) {
    other_operand = "value";
  } else if (const std::optional<float> scalar = FindScalar(other)) {
    other_operand = "FLOAT4(OTHER)";
    step.definitions = {{"OTHER", *scalar}};
  } else {
    step.reads = {{"other", &other}};
  }
  step.text =
      fmt::format("  float4 left = {};\n  float4 right = {};\n  return {};", value_slot == 0 ? "value" : other_operand,
                  value_slot == 0 ? other_operand : "value", expression);
  return step;
}

}  // namespace mica::ops
