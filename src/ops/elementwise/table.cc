// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/table.h"

#include <algorithm>
#include <cmath>

#include "ops/elementwise/cases.h"
#include "ops/elementwise/elementwise.h"

namespace mica::ops {
namespace {

using std::int64_t;
using std::uint64_t;

Result<std::any> ParseLeakyRelu(const OperatorReader& op) {
  const auto* options = op.Options<schema::LeakyReluOptions>();
  return LeakyReluAttributes{.alpha = options == nullptr ? 0.0f : options->alpha()};
}

// Integers wrap around, as they do in LiteRT; in C++ only unsigned ones may.
int64_t WrappingAdd(int64_t left, int64_t right) {
  return static_cast<int64_t>(static_cast<uint64_t>(left) + static_cast<uint64_t>(right));
}
int64_t WrappingSubtract(int64_t left, int64_t right) {
  return static_cast<int64_t>(static_cast<uint64_t>(left) - static_cast<uint64_t>(right));
}
int64_t WrappingMultiply(int64_t left, int64_t right) {
  return static_cast<int64_t>(static_cast<uint64_t>(left) * static_cast<uint64_t>(right));
}

// Towards zero. A quotient by zero is an error of the run in LiteRT; here it is 0, for any model may ask for it.
int64_t Divide(int64_t left, int64_t right) {
  if (right == 0) return 0;
  if (right == -1) return WrappingSubtract(0, left);  // The one quotient that overflows.
  return left / right;
}

int64_t SquareOfDifference(int64_t left, int64_t right) {
  const int64_t difference = WrappingSubtract(left, right);
  return WrappingMultiply(difference, difference);
}

}  // namespace

// exp() of the kernel expressions is kept finite: GLSL does not promise that infinities behave.
// clang-format off
std::span<const ElementwiseRow> ElementwiseTable() {
  static const ElementwiseRow rows[] = {
      {.name = "ABS",
       .of_floats = [](float x, float) { return std::abs(x); },
       .expression = "ABS(value)",
       .of_integers = [](int64_t x, int64_t) { return x < 0 ? WrappingSubtract(0, x) : x; },
       .cases = UnaryCases<-8, 8>},
      {.name = "ADD", .operands = 2,
       .of_floats = [](float left, float right) { return left + right; },
       .expression = "left + right",
       .of_integers = WrappingAdd,
       .cases = BinaryCases<-2, 2>,
       .fused_activation = ActivationOf<schema::AddOptions>},
      {.name = "CEIL",
       .of_floats = [](float x, float) { return std::ceil(x); },
       .expression = "ceil(value)",
       .cases = UnaryCases<-2, 2>},
      {.name = "COS",
       .of_floats = [](float x, float) { return std::cos(x); },
       .expression = "COS(value)",
       .cases = UnaryCases<-6, 6>},
      {.name = "DIV", .operands = 2,
       .of_floats = [](float left, float right) { return left / right; },
       .expression = "left / right",
       .of_integers = Divide,
       .cases = BinaryCases<1, 4>,
       .fused_activation = ActivationOf<schema::DivOptions>},
      {.name = "ELU",
       .of_floats = [](float x, float) { return x < 0 ? std::expm1(x) : x; },
       .expression = "max(value, FLOAT4(0.0)) + (exp(min(value, FLOAT4(0.0))) - FLOAT4(1.0))",
       .cases = SaturatingCases},
      {.name = "EXP",
       .of_floats = [](float x, float) { return std::exp(x); },
       .expression = "exp(value)",
       .cases = UnaryCases<-2, 2>},
      {.name = "FLOOR",
       .of_floats = [](float x, float) { return std::floor(x); },
       .expression = "floor(value)",
       .cases = UnaryCases<-2, 2>},
      {.name = "HARD_SWISH",
       .of_floats = [](float x, float) { return x * std::clamp(x + 3, 0.0f, 6.0f) / 6; },
       .expression = "value * clamp(value + FLOAT4(3.0), FLOAT4(0.0), FLOAT4(6.0)) / FLOAT4(6.0)",
       .cases = SaturatingCases},
      {.name = "LEAKY_RELU",
       .of_floats = [](float x, float alpha) { return x > 0 ? x : alpha * x; },
       .expression = "max(value, FLOAT4(0.0)) + min(value, FLOAT4(0.0)) * FLOAT4(ALPHA)",
       .cases = LeakyReluCases,
       .parse = ParseLeakyRelu},
      {.name = "LOG",
       .of_floats = [](float x, float) { return std::log(x); },
       .expression = "log(value)",
       .cases = UnaryCases<1, 8>},
      {.name = "LOGISTIC",
       .of_floats = [](float x, float) { return 1 / (1 + std::exp(-x)); },
       .expression = "FLOAT4(1.0) / (FLOAT4(1.0) + exp(min(-value, FLOAT4(88.0))))",
       .cases = SaturatingCases},
      {.name = "MAXIMUM", .operands = 2,
       .of_floats = [](float left, float right) { return std::max(left, right); },
       .expression = "max(left, right)",
       .of_integers = [](int64_t left, int64_t right) { return std::max(left, right); },
       .cases = BinaryCases<-2, 2>},
      {.name = "MINIMUM", .operands = 2,
       .of_floats = [](float left, float right) { return std::min(left, right); },
       .expression = "min(left, right)",
       .of_integers = [](int64_t left, int64_t right) { return std::min(left, right); },
       .cases = BinaryCases<-2, 2>},
      {.name = "MUL", .operands = 2,
       .of_floats = [](float left, float right) { return left * right; },
       .expression = "left * right",
       .of_integers = WrappingMultiply,
       .cases = BinaryCases<-2, 2>,
       .fused_activation = ActivationOf<schema::MulOptions>},
      {.name = "NEG",
       .of_floats = [](float x, float) { return -x; },
       .expression = "-value",
       .of_integers = [](int64_t x, int64_t) { return WrappingSubtract(0, x); },
       .cases = UnaryCases<-8, 8>},
      {.name = "RELU",
       .of_floats = [](float x, float) { return std::max(x, 0.0f); },
       .expression = "max(value, FLOAT4(0.0))",
       .cases = UnaryCases<-8, 8>},
      {.name = "RELU6",
       .of_floats = [](float x, float) { return std::clamp(x, 0.0f, 6.0f); },
       .expression = "clamp(value, FLOAT4(0.0), FLOAT4(6.0))",
       .cases = UnaryCases<-8, 8>},
      {.name = "RELU_0_TO_1",
       .of_floats = [](float x, float) { return std::clamp(x, 0.0f, 1.0f); },
       .expression = "clamp(value, FLOAT4(0.0), FLOAT4(1.0))",
       .cases = UnaryCases<-2, 2>},
      {.name = "RELU_N1_TO_1",
       .of_floats = [](float x, float) { return std::clamp(x, -1.0f, 1.0f); },
       .expression = "clamp(value, FLOAT4(-1.0), FLOAT4(1.0))",
       .cases = UnaryCases<-2, 2>},
      {.name = "RSQRT",
       .of_floats = [](float x, float) { return 1 / std::sqrt(x); },
       .expression = "RSQRT(value)",
       .cases = UnaryCases<1, 8>},
      // No operator of the format: what passes make of x * LOGISTIC(x).
      {.name = "SILU",
       .of_floats = [](float x, float) { return x / (1 + std::exp(-x)); },
       .expression = "value / (FLOAT4(1.0) + exp(min(-value, FLOAT4(88.0))))",
       .cases = SaturatingCases},
      {.name = "SIN",
       .of_floats = [](float x, float) { return std::sin(x); },
       .expression = "SIN(value)",
       .cases = UnaryCases<-6, 6>},
      {.name = "SQRT",
       .of_floats = [](float x, float) { return std::sqrt(x); },
       .expression = "sqrt(value)",
       .cases = UnaryCases<0, 8>},
      {.name = "SQUARE",
       .of_floats = [](float x, float) { return x * x; },
       .expression = "value * value",
       .of_integers = [](int64_t x, int64_t) { return WrappingMultiply(x, x); },
       .cases = UnaryCases<-8, 8>},
      {.name = "SQUARED_DIFFERENCE", .operands = 2,
       .of_floats = [](float left, float right) { return (left - right) * (left - right); },
       .expression = "(left - right) * (left - right)",
       .of_integers = SquareOfDifference,
       .cases = BinaryCases<-2, 2>},
      {.name = "SUB", .operands = 2,
       .of_floats = [](float left, float right) { return left - right; },
       .expression = "left - right",
       .of_integers = WrappingSubtract,
       .cases = BinaryCases<-2, 2>,
       .fused_activation = ActivationOf<schema::SubOptions>},
      {.name = "TANH",
       .of_floats = [](float x, float) { return std::tanh(x); },
       .expression = "TANH(value)",
       .cases = SaturatingCases},
  };
  return rows;
}
// clang-format on

}  // namespace mica::ops
