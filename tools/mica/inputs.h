// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elements.h"

// Where the inputs of a run come from.
namespace mica::cli {

// folder/input_0.npy, input_1.npy, ... in the order of the model's inputs; each must have its input's type and shape.
Result<std::vector<HostTensor>> LoadInputs(const Model& model, const std::string& folder);

// The same numbers for the same seed on every machine: floats 0 to 1, 8-bit integers over their whole range, 16-bit
// ones from -3000 to 3000, and wider ones 0 or 1, because they are indices nearly everywhere.
Result<HostTensor> MakeRandomInput(const TensorInfo& info, std::uint64_t seed);
Result<std::vector<HostTensor>> MakeRandomInputs(const Model& model, std::uint64_t seed);

// From the folder where one is given; else random, which is noted on stderr.
Result<std::vector<HostTensor>> LoadOrMakeInputs(const Model& model, const std::string& folder, std::uint64_t seed);

// Both in the order of the model's.
Status SetInputs(Session& session, const std::vector<HostTensor>& inputs);
Result<std::vector<HostTensor>> GetOutputs(Session& session, const Model& model);

}  // namespace mica::cli
