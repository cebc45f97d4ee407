// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "kernel/language_writer.h"

namespace mica::kernel {

// #define SRC_WIDTH 56 and its like.
std::string SizeDefinitions(const std::string& name, const Shape& shape);

// float4 src_read_at(int b, int x, int y, int slice) { ... } and src_channel_at.
std::string ReadFunctions(const TensorArgument& tensor, const LanguageWriter& writer);

// Steps of a program, by number.
struct StepRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

// float4 middle_steps_at(float4 value, ...): applies the steps and zeroes the padding lanes.
std::string StepsFunction(const std::string& name, const Shape& shape, const StepRange& steps);

// void dst_write_at(float4 value, ...): applies the steps, zeroes the padding lanes, stores.
std::string WriteFunction(const TensorArgument& tensor, const StepRange& steps, const LanguageWriter& writer);

}  // namespace mica::kernel
