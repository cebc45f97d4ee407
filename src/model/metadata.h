// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/copy_budget.h"
#include "model/model_file.h"

namespace mica::model {

// normalized = (x - mean) / std, for x in 0 to 255 where x is a pixel. One number for all channels or one for each.
struct Normalization {
  std::vector<float> mean;
  std::vector<float> std;
};

struct TensorMetadata {
  std::string name;
  std::string description;
  std::optional<Normalization> normalization;
  std::vector<std::string> labels;  // The meaning of each index of the last dimension.
};

// What the author of a model tells about it (TFLite metadata). All of it may be empty.
struct Metadata {
  std::string name;
  std::string description;
  std::string version;
  std::string author;
  std::string license;
  std::vector<TensorMetadata> inputs;  // In the order of the graph's, or empty.
  std::vector<TensorMetadata> outputs;
};

// Metadata is advice: what is broken in it is left out with a warning, and the model runs without it.
Metadata ReadMetadata(const ModelFile& file, CopyBudget& budget, std::vector<std::string>& warnings);

}  // namespace mica::model
