// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/shape.h"

// One kernel language for all APIs. A kernel is one text in a C-like dialect, plus the things it names; the emitters
// turn both into GLSL ES, Vulkan GLSL or OpenCL C. docs/kernel-language.md is the reference of the dialect.
namespace mica::kernel {

enum class ElementType { kFloat32, kFloat16 };

// kSliced: [batch][slice][height][width] of 4 channels each, the order in which kernels compute (PHWC4).
// kRowMajor: the file's own order, how the graph's inputs and outputs come and go. Where the tensor has 4 channels both
// are the same bytes, and where it has whole slices it can still be read a float4 at a time.
enum class Layout { kSliced, kRowMajor };

// An image holds one texel for 4 channels, and a layer for each (batch, slice).
enum class Storage { kBuffer, kImage };

// How a tensor lies in memory: enough to generate every access to it.
struct TensorType {
  Shape shape;
  ElementType element = ElementType::kFloat32;
  Layout layout = Layout::kSliced;
  Storage storage = Storage::kBuffer;

  // Bytes of a buffer that holds it, padding lanes included.
  std::size_t size_bytes() const;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

enum class Access { kRead, kWrite };

// A tensor that a kernel or a step names: `src` gives src_read(b, x, y, slice) and src_channel(b, x, y, channel), or
// src_write(value, b, x, y, slice), and SRC_BATCH, SRC_HEIGHT, SRC_WIDTH, SRC_CHANNELS, SRC_SLICES. Reading a dimension
// of size 1 at any index gives its one element. With `broadcast_channels` that holds for channels too: all four lanes
// then have the one channel's value, where otherwise the padding lanes are 0.
struct TensorArgument {
  std::string name;
  TensorType type;
  Access access = Access::kRead;
  bool broadcast_channels = false;
  bool may_be_overwritten = false;  // By what the kernel writes: both may be one piece of memory.
  // Where given: a constant tensor, which lies sliced in the kernel's constants behind this many float4s, not in a
  // binding of its own.
  std::optional<int> first_constant;
};

// A part of the kernel's constants: `weights` gives weights_read(i), the i-th float4 behind `first`. All constants of
// a kernel share one binding, for OpenGL ES 3.1 guarantees only four.
struct ConstantArgument {
  std::string name;
  int first = 0;  // In float4 units.
};

struct SharedArray {
  std::string name;
  std::string type;  // "float4", "float", or "packed4": four 16-bit floats, by PACK4(value).
  int count = 0;
};

// A size or a literal that a text names: #define NAME value.
struct Definition {
  std::string name;
  std::string value;

  Definition(std::string definition_name, int number)
      : name(std::move(definition_name)), value(std::to_string(number)) {}
  Definition(std::string definition_name, float number);
  Definition(std::string definition_name, std::string text)
      : name(std::move(definition_name)), value(std::move(text)) {}
};

// Maps `value`, the four channels of `slice` at (b, x, y), to a new value, in fp32 and before it is stored.
// The text is the body of a function and may read other tensors at the same place.
struct Step {
  std::string text;
  std::vector<Definition> definitions;
  std::vector<TensorArgument> reads;  // Named within this step alone.
};

// A tensor that exists only within a kernel, which computes it and uses it up: `middle` gives middle_steps(value, b, x,
// y, slice), what its steps make of a value, with zeros in the padding lanes, and MIDDLE_CHANNELS and its like.
struct InnerTensor {
  std::string name;
  Shape shape;
  std::vector<Step> steps;
};

// Everything that makes one program.
struct Kernel {
  std::string name;
  std::string text;
  std::vector<Definition> definitions;
  std::vector<TensorArgument> tensors;  // In the order of their binding points, the steps' tensors behind them.
  std::vector<ConstantArgument> constants;
  ElementType constant_type = ElementType::kFloat32;
  std::vector<Step> steps;  // Applied by the write of the first written tensor.
  std::optional<InnerTensor> inner;
  std::vector<SharedArray> shared;
  bool uses_subgroups = false;  // Values told from one invocation to others: only where a device has the feature.
  bool uses_matrices = false;   // Matrix products by a whole subgroup: the same.
  std::array<int, 3> group_size = {1, 1, 1};
};

// "0.1" as a float literal that every language reads back to the same 32 bits.
std::string FloatLiteral(float value);

}  // namespace mica::kernel
