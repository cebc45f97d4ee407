// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <any>
#include <optional>
#include <string>
#include <vector>

#include "graph/tensor_desc.h"

namespace mica {

// One input of a case. Floats are drawn evenly from [low, high] by a generator seeded with the case's name.
struct CaseInput {
  Shape shape;
  bool is_constant = false;
  std::vector<int> integers;  // Where given: an int32 constant with these elements (paddings, axes, sizes).
  float low = -1.0f;
  float high = 1.0f;
  bool is_missing = false;  // An optional input that is not given.
};

// One node with its inputs: shapes × attributes worth testing. `attributes` is what the operator's parse would return.
struct OperatorCase {
  std::string name;  // CamelCase, says what is special: "PaddedSlice", "BatchOfThree".
  std::vector<CaseInput> inputs;
  std::any attributes;
  int output_count = 1;
};

}  // namespace mica
