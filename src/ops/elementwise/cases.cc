// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/elementwise/cases.h"

#include "ops/elementwise/elementwise.h"

namespace mica::ops {

std::vector<OperatorCase> UnaryCasesWithin(float low, float high) {
  const auto of_shape = [&](Shape shape) { return std::vector<CaseInput>{{.shape = shape, .low = low, .high = high}}; };
  return {
      {.name = "OneWholeSlice", .inputs = of_shape({1, 3, 2, 4})},
      {.name = "SevenChannels", .inputs = of_shape({1, 2, 3, 7})},
      {.name = "BatchOfThree", .inputs = of_shape({3, 2, 5, 9})},
      {.name = "SingleElement", .inputs = of_shape({1, 1, 1, 1})},
      {.name = "RankZero", .inputs = of_shape({})},
      {.name = "RankOne", .inputs = of_shape({13})},
      {.name = "RankTwo", .inputs = of_shape({5, 3})},
      {.name = "RankThree", .inputs = of_shape({2, 3, 5})},
      {.name = "RankFive", .inputs = of_shape({2, 3, 2, 1, 5})},
  };
}

std::vector<OperatorCase> BinaryCasesWithin(float low, float high) {
  const auto operands = [&](Shape left, Shape right) {
    return std::vector<CaseInput>{{.shape = left}, {.shape = right, .low = low, .high = high}};
  };
  const auto with_constant = [&](int slot, Shape left, Shape right) {
    std::vector<CaseInput> inputs = operands(left, right);
    inputs[static_cast<std::size_t>(slot)].is_constant = true;
    return inputs;
  };
  return {
      {.name = "OneWholeSlice", .inputs = operands({1, 3, 2, 4}, {1, 3, 2, 4})},
      {.name = "SevenChannels", .inputs = operands({1, 2, 3, 7}, {1, 2, 3, 7})},
      {.name = "BatchOfTwo", .inputs = operands({2, 3, 2, 5}, {2, 3, 2, 5})},
      {.name = "RankZero", .inputs = operands({}, {})},
      {.name = "RankFive", .inputs = operands({2, 3, 2, 2, 3}, {2, 3, 2, 2, 3})},
      {.name = "ConstantPerChannel", .inputs = with_constant(1, {1, 3, 2, 7}, {7})},
      {.name = "ConstantPerPixel", .inputs = with_constant(1, {2, 3, 2, 5}, {3, 2, 1})},
      {.name = "ConstantScalar", .inputs = with_constant(1, {1, 2, 3, 5}, {})},
      {.name = "ConstantScalarOnTheLeft", .inputs = with_constant(0, {1}, {1, 2, 3, 5})},
      {.name = "ConstantOnTheLeft", .inputs = with_constant(0, {1, 2, 3, 6}, {1, 2, 3, 6})},
      {.name = "ConstantLargerThanTheValue", .inputs = with_constant(1, {1, 1, 1, 5}, {2, 3, 4, 5})},
      {.name = "RunTimeScalar", .inputs = operands({1, 2, 3, 6}, {1})},
      {.name = "OverWidth", .inputs = operands({1, 3, 4, 6}, {1, 3, 1, 6})},
      {.name = "OverHeight", .inputs = operands({1, 3, 4, 6}, {1, 1, 4, 6})},
      {.name = "OverBatch", .inputs = operands({3, 2, 2, 5}, {1, 2, 2, 5})},
      {.name = "OverChannels", .inputs = operands({1, 3, 2, 6}, {1, 3, 2, 1})},
      {.name = "LeftIsSmaller", .inputs = operands({5}, {2, 3, 2, 5})},
      {.name = "EachRepeatsTheOther", .inputs = operands({1, 3, 1, 5}, {2, 1, 4, 1})},
      {.name = "RankFiveOverAllLeadingDimensions", .inputs = operands({2, 3, 2, 2, 3}, {2, 1, 3})},
  };
}

std::vector<OperatorCase> SaturatingCases() {
  std::vector<OperatorCase> cases = UnaryCasesWithin(-8, 8);
  cases.push_back({.name = "FarFromZero", .inputs = {{.shape = {1, 4, 4, 5}, .low = -1e4f, .high = 1e4f}}});
  return cases;
}

std::vector<OperatorCase> LeakyReluCases() {
  std::vector<OperatorCase> cases = UnaryCasesWithin(-8, 8);
  for (OperatorCase& operator_case : cases) operator_case.attributes = LeakyReluAttributes{.alpha = 0.3f};
  for (const auto& [name, alpha] : {std::pair("NegativeSlope", -0.5f), std::pair("SlopeAboveOne", 2.0f)}) {
    cases.push_back({.name = name,
                     .inputs = {{.shape = {1, 2, 3, 6}, .low = -8, .high = 8}},
                     .attributes = LeakyReluAttributes{.alpha = alpha}});
  }
  return cases;
}

}  // namespace mica::ops
