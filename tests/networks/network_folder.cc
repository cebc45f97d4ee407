// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "network_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "base/check.h"

namespace mica::networks {
namespace {

namespace fs = std::filesystem;

const fs::path& Root() {
  static const fs::path root = MICA_TEST_MODELS;
  return root;
}

// The elements of a .npy file of little-endian floats: six bytes of magic, two of version, the header's length, the
// header, which is a Python dictionary, and the elements.
std::vector<float> ReadNpy(const fs::path& path) {
  constexpr std::size_t kLengthAt = 8;
  constexpr std::size_t kHeaderAt = 10;
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  MICA_CHECK(bytes.size() > kHeaderAt && bytes.starts_with("\x93NUMPY\x01"), "{} is no .npy file.", path.string());
  const std::size_t length = static_cast<unsigned char>(bytes[kLengthAt]) +
                             256 * std::size_t{static_cast<unsigned char>(bytes[kLengthAt + 1])};
  const std::string header = bytes.substr(kHeaderAt, length);
  MICA_CHECK(header.find("'<f4'") != std::string::npos && header.find("'fortran_order': False") != std::string::npos,
             "{} holds something else than row-major floats: {}", path.string(), header);
  std::vector<float> elements((bytes.size() - kHeaderAt - length) / sizeof(float));
  std::memcpy(elements.data(), bytes.data() + kHeaderAt + length, elements.size() * sizeof(float));
  return elements;
}

// prefix_0.npy, prefix_1.npy, ... as far as they go.
std::vector<std::vector<float>> ReadAll(const fs::path& folder, const std::string& prefix) {
  std::vector<std::vector<float>> tensors;
  for (int i = 0;; ++i) {
    const fs::path path = folder / fmt::format("{}_{}.npy", prefix, i);
    if (!fs::exists(path)) return tensors;
    tensors.push_back(ReadNpy(path));
  }
}

}  // namespace

std::vector<std::string> ListNetworks() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(Root())) {
    if (fs::exists(entry.path() / "model.tflite")) names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

Network LoadNetwork(const std::string& name) {
  const fs::path folder = Root() / name;
  Network network{.name = name, .model_path = folder / "model.tflite"};
  for (const std::vector<float>& input : ReadAll(folder, "input")) {
    const auto bytes = std::as_bytes(std::span(input));
    network.inputs.emplace_back(bytes.begin(), bytes.end());
  }
  network.outputs = ReadAll(folder, "output");
  MICA_CHECK(!network.outputs.empty(), "{} has no outputs.", folder.string());
  return network;
}

}  // namespace mica::networks
