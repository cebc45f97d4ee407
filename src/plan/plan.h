// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gpu/device.h"
#include "kernel/kernel.h"
#include "operator/lowering.h"
#include "operator/packing.h"

// What the GPU is to do, as plain data: no pointer into the graph, no device object. Left of it everything is pure C++
// and testable without a GPU; right of it nothing knows an operator.
namespace mica::plan {

// Where a tensor lives.
struct InBuffer {
  int buffer = 0;  // Index into Plan::buffer_bytes.
  std::size_t offset_bytes = 0;
};
struct InImage {
  int image = 0;  // Index into Plan::images.
};
struct External {
  int slot = 0;  // The graph's inputs first, its outputs behind them.
};
using Place = std::variant<InBuffer, InImage, External>;

// A tensor that is a stretch of another's memory.
struct PartOf {
  int tensor = 0;  // The whole.
  std::size_t offset_bytes = 0;
};

struct PlannedTensor {
  int value_id = 0;  // In the graph that was planned.
  std::string name;
  kernel::TensorType type;
  Place place;
  int first_dispatch = 0;
  int last_dispatch = -1;         // Before the first where no dispatch binds it.
  std::optional<PartOf> part_of;  // Where it has no memory of its own.
  std::vector<int> may_replace;   // Tensors that its first dispatch may overwrite with it, where that is their last.
};

// How bytes of the constants' buffer come about: a recipe, not the bytes.
struct ConstantRecipe {
  int value_id = -1;  // A constant of the graph; -1: zeros.
  Packing packing;
  std::size_t offset_bytes = 0;  // In the constants' buffer.
};

// A run of recipes that one dispatch binds together.
struct ConstantRange {
  int buffer = 0;  // Index into Plan::constant_bytes.
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;
  std::vector<ConstantRecipe> recipes;
};

struct TensorBinding {
  int tensor = 0;  // Index into Plan::tensors.
};
struct ConstantBinding {
  int range = 0;  // Index into Plan::constants.
};
using PlannedBinding = std::variant<TensorBinding, ConstantBinding>;

struct PlannedDispatch {
  std::string name;
  int program = 0;  // Index into Plan::programs.
  std::vector<PlannedBinding> bindings;
  std::array<int, 3> group_count = {1, 1, 1};
  bool barrier_before = false;
  std::vector<int> origins;  // Operators of the file.
  std::int64_t multiply_adds = 0;
};

struct Plan {
  Precision precision = Precision::kFp32;
  kernel::Storage storage = kernel::Storage::kBuffer;
  kernel::ElementType constant_type = kernel::ElementType::kFloat32;
  std::vector<PlannedTensor> tensors;
  std::vector<gpu::ProgramSource> programs;  // Distinct ones.
  std::vector<PlannedDispatch> dispatches;   // In the order in which they run.
  std::vector<ConstantRange> constants;
  std::vector<std::size_t> buffer_bytes;    // Buffers for tensors.
  std::vector<std::size_t> constant_bytes;  // Buffers for constants.
  std::vector<gpu::ImageDesc> images;
  int input_count = 0;            // External slots: inputs, then outputs.
  std::vector<int> slot_tensors;  // Which tensor each external slot holds.
  // Operators of the file that need no dispatch: passes computed or removed them, or they only name memory anew.
  std::vector<int> folded_origins;

  std::size_t tensor_bytes() const;    // GPU memory for intermediate tensors, images included.
  std::size_t external_bytes() const;  // For inputs and outputs.
  std::size_t total_constant_bytes() const;
};

// A stable text for golden tests and for people.
std::string ToText(const Plan& plan);
// docs/json.md describes it.
std::string ToJson(const Plan& plan);

}  // namespace mica::plan
