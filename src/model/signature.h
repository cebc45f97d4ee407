// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <vector>

#include "model/copy_budget.h"
#include "schema/tflite_generated.h"

namespace mica::model {

struct SignatureTensor {
  std::string name;
  int position = 0;  // In the graph's inputs or outputs.
};

// A way to call the graph by names: "serving_default" with its inputs and outputs.
struct Signature {
  std::string key;
  std::vector<SignatureTensor> inputs;
  std::vector<SignatureTensor> outputs;
};

// The signatures of the main graph. One that names other tensors than the graph's inputs and outputs is left out with a
// warning: the model runs without it.
Result<std::vector<Signature>> ReadSignatures(const schema::Model& model, CopyBudget& budget,
                                              std::vector<std::string>& warnings);

}  // namespace mica::model
