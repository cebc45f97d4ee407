// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator/packing.h"

#include <fmt/format.h>

#include <array>

namespace mica {
namespace {

struct Packer {
  const Packing& packing;
  std::span<const float> source;
  std::vector<float> packed;
  std::array<int, Shape::kMaxRank> index{};

  bool InRange() const {
    for (int axis = 0; axis < packing.source.rank(); ++axis) {
      if (index[static_cast<std::size_t>(axis)] >= packing.source[axis]) return false;
    }
    return true;
  }

  void Walk(std::size_t depth) {
    if (depth == packing.loops.size()) {
      packed.push_back(InRange() ? source[static_cast<std::size_t>(packing.source.OffsetOf(index))] : 0.0f);
      return;
    }
    const PackingLoop& loop = packing.loops[depth];
    int& position = index[static_cast<std::size_t>(loop.axis)];
    const int start = position;
    for (int i = 0; i < loop.count; ++i, position += loop.step) Walk(depth + 1);
    position = start;
  }
};

}  // namespace

std::size_t Packing::elements() const {
  std::size_t count = 1;
  for (const PackingLoop& loop : loops) count *= static_cast<std::size_t>(loop.count);
  return count;
}

std::string ToString(const Packing& packing) {
  std::string text = ToString(packing.source);
  for (const PackingLoop& loop : packing.loops) text += fmt::format("[{}x{}@{}]", loop.count, loop.step, loop.axis);
  return text;
}

std::vector<float> Pack(const Packing& packing, std::span<const float> source) {
  Packer packer{.packing = packing, .source = source, .packed = {}};
  packer.packed.reserve(packing.elements());
  packer.Walk(0);
  return std::move(packer.packed);
}

Packing PackVector(int channels) {
  const int padded = (channels + 3) / 4 * 4;
  return {.source = {channels}, .loops = {{.axis = 0, .count = padded, .step = 1}}};
}

}  // namespace mica
