// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

// The networks of tests/models: a model, inputs for it, and what LiteRT answers.
namespace mica::networks {

struct Network {
  std::string name;
  std::string model_path;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::vector<float>> outputs;
};

// The names of all folders, in alphabetical order.
std::vector<std::string> ListNetworks();

Network LoadNetwork(const std::string& name);

}  // namespace mica::networks
