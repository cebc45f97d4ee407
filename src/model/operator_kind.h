// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/copy_budget.h"
#include "schema/tflite_generated.h"

namespace mica::model {

// Which operator a file means: "CONV_2D"; "CUSTOM:name" for one that is not part of the format; "BUILTIN_300" for a
// number that came after this reader.
struct OperatorKind {
  std::string name;
  int version = 1;
};

// The operators that the file names, in its order.
Result<std::vector<OperatorKind>> ReadOperatorKinds(const schema::Model& model, CopyBudget& budget);

// Fails for a version that came after this reader: it may mean something else than the options say.
Status CheckVersion(const OperatorKind& kind);

}  // namespace mica::model
