// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "runtime/constants.h"

#include <cstring>
#include <unordered_map>

#include "base/half.h"
#include "base/parallel.h"
#include "operator/host_tensor.h"

namespace mica::runtime {
namespace {

void Store(std::span<const float> elements, kernel::ElementType type, std::span<std::byte> to) {
  if (type == kernel::ElementType::kFloat32) {
    std::memcpy(to.data(), elements.data(), elements.size_bytes());
    return;
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::uint16_t half = FloatToHalf(elements[i]);
    std::memcpy(to.data() + i * sizeof(half), &half, sizeof(half));
  }
}

}  // namespace

Result<std::vector<std::byte>> MakeConstantBytes(const plan::Plan& plan, int buffer, const graph::Graph& graph) {
  std::unordered_map<int, const graph::Value*> values;
  for (const graph::Value* value : graph.Values()) values[value->id] = value;

  std::vector<const plan::ConstantRecipe*> recipes;
  for (const plan::ConstantRange& range : plan.constants) {
    if (range.buffer != buffer) continue;
    for (const plan::ConstantRecipe& recipe : range.recipes) {
      if (recipe.value_id >= 0) recipes.push_back(&recipe);  // The others are zeros, which the bytes are already.
    }
  }
  std::vector<std::byte> bytes(plan.constant_bytes[static_cast<std::size_t>(buffer)]);
  ParallelFor(recipes.size(), [&](std::size_t i) {
    const plan::ConstantRecipe& recipe = *recipes[i];
    const auto found = values.find(recipe.value_id);
    MICA_CHECK(found != values.end() && found->second->is_constant(), "no constant %{}.", recipe.value_id);
    const graph::Value& value = *found->second;
    const std::vector<float> packed = Pack(recipe.packing, ReadConstant<float>(*value.constant, value.desc.type));
    Store(packed, plan.constant_type, std::span(bytes).subspan(recipe.offset_bytes));
  });
  return bytes;
}

}  // namespace mica::runtime
