// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <span>
#include <vector>

#include "memory/lifetime.h"

namespace mica::memory {

// Networks for tests and benchmarks, as the lifetimes of their intermediate tensors.

// Derives lifetimes from operators, which are added in the order of execution.
class NetworkBuilder {
 public:
  // Returns the operator's output, for use as a later input.
  std::size_t Add(std::span<const std::size_t> inputs, std::size_t output_bytes) {
    Read(inputs);
    lifetimes_.push_back({.first_step = step_, .last_step = step_, .size_bytes = output_bytes});
    ++step_;
    return lifetimes_.size() - 1;
  }
  std::size_t Add(std::initializer_list<std::size_t> inputs, std::size_t output_bytes) {
    return Add(std::span(inputs.begin(), inputs.size()), output_bytes);
  }

  // The last operator: it reads, and writes an output of the network, which is no intermediate tensor.
  std::vector<Lifetime> Finish(std::initializer_list<std::size_t> inputs) {
    Read(std::span(inputs.begin(), inputs.size()));
    return lifetimes_;
  }

 private:
  void Read(std::span<const std::size_t> inputs) {
    for (const std::size_t input : inputs) lifetimes_[input].last_step = step_;
  }

  int step_ = 0;
  std::vector<Lifetime> lifetimes_;
};

// MobileNet v1 1.0 224: Howard et al. 2017, table 1, as the published .tflite file has it (30 intermediate tensors).
inline std::vector<Lifetime> MobileNetV1(std::size_t element_bytes) {
  struct Separable {
    std::size_t channels;
    std::size_t stride;
  };
  constexpr Separable kLayers[] = {{64, 1},  {128, 2}, {128, 1}, {256, 2}, {256, 1},  {512, 2}, {512, 1},
                                   {512, 1}, {512, 1}, {512, 1}, {512, 1}, {1024, 2}, {1024, 1}};
  NetworkBuilder network;
  std::size_t side = 112;
  std::size_t channels = 32;
  std::size_t x = network.Add({}, side * side * channels * element_bytes);
  for (const Separable& layer : kLayers) {
    side /= layer.stride;
    x = network.Add({x}, side * side * channels * element_bytes);  // Depthwise.
    channels = layer.channels;
    x = network.Add({x}, side * side * channels * element_bytes);  // Pointwise.
  }
  x = network.Add({x}, 1024 * element_bytes);  // Average.
  x = network.Add({x}, 1001 * element_bytes);  // Logits.
  x = network.Add({x}, 1001 * element_bytes);  // Squeezed.
  return network.Finish({x});
}

// MobileNet v2 1.0 224: Sandler et al. 2018, table 2, as the published .tflite file has it (64 intermediate tensors).
inline std::vector<Lifetime> MobileNetV2(std::size_t element_bytes) {
  struct Bottlenecks {
    std::size_t expansion;
    std::size_t channels;
    int repeats;
    std::size_t first_stride;
  };
  constexpr Bottlenecks kStages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                     {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
  NetworkBuilder network;
  std::size_t side = 112;
  std::size_t channels = 32;
  std::size_t x = network.Add({}, side * side * channels * element_bytes);
  for (const Bottlenecks& stage : kStages) {
    for (int repeat = 0; repeat < stage.repeats; ++repeat) {
      const std::size_t block_input = x;
      const std::size_t expanded = channels * stage.expansion;
      if (stage.expansion > 1) x = network.Add({x}, side * side * expanded * element_bytes);
      if (repeat == 0) side /= stage.first_stride;
      x = network.Add({x}, side * side * expanded * element_bytes);
      x = network.Add({x}, side * side * stage.channels * element_bytes);
      if (repeat > 0) x = network.Add({block_input, x}, side * side * stage.channels * element_bytes);
      channels = stage.channels;
    }
  }
  x = network.Add({x}, side * side * 1280 * element_bytes);
  x = network.Add({x}, 1280 * element_bytes);
  x = network.Add({x}, 1001 * element_bytes);
  return network.Finish({x});
}

// A chain in which every fourth operator also reads the tensor of four operators before, all sizes different.
inline std::vector<Lifetime> ChainWithSkips(std::size_t tensor_count) {
  std::mt19937_64 random(tensor_count);
  NetworkBuilder network;
  for (std::size_t i = 0; i < tensor_count; ++i) {
    const std::size_t size_bytes = 1 + random() % (1u << 20);
    if (i == 0) {
      network.Add({}, size_bytes);
    } else if (i % 4 != 0) {
      network.Add({i - 1}, size_bytes);
    } else {
      network.Add({i - 1, i - 4}, size_bytes);
    }
  }
  return network.Finish({tensor_count - 1});
}

// Any graph of up to `most_tensors`: operators with one to three inputs, most of them recent, some from long ago.
inline std::vector<Lifetime> RandomNetwork(std::mt19937_64& random, std::size_t most_tensors) {
  const std::size_t tensor_count = 1 + random() % most_tensors;
  // From networks of a few sizes that all recur to those where every size is another.
  const std::size_t size_count = std::size_t{1} << (random() % 12);
  const std::size_t size_unit = 1 + random() % 1000;
  NetworkBuilder network;
  for (std::size_t i = 0; i < tensor_count; ++i) {
    std::vector<std::size_t> inputs;
    for (std::size_t count = i == 0 ? 0 : 1 + random() % 3; count > 0; --count) {
      const std::size_t reach = random() % 4 == 0 ? i : std::min<std::size_t>(i, 3);
      inputs.push_back(i - 1 - random() % reach);
    }
    network.Add(inputs, size_unit * (1 + random() % size_count));
  }
  return network.Finish({tensor_count - 1});
}

}  // namespace mica::memory
