// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "kernel/language_writer.h"

namespace mica::kernel {

// #define SRC_WIDTH 56 and its like.
std::string SizeDefinitions(const TensorArgument& tensor);

// float4 src_read_at(int b, int x, int y, int slice) { ... } and src_channel_at.
std::string ReadFunctions(const TensorArgument& tensor, const LanguageWriter& writer);

// void dst_write_at(float4 value, ...): applies `step_count` steps, zeroes the padding lanes, stores.
std::string WriteFunction(const TensorArgument& tensor, std::size_t step_count, const LanguageWriter& writer);

}  // namespace mica::kernel
