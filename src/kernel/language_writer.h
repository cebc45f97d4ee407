// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/device.h"
#include "kernel/kernel.h"

namespace mica::kernel {

// A tensor under the name it has in the program as a whole: a step's `alpha` is step0_alpha there.
struct BoundTensor {
  TensorArgument argument;
  gpu::BindingKind kind = gpu::BindingKind::kReadBuffer;
};

// What differs between the languages: a prelude, declarations, loads and stores. Everything else is shared text.
class LanguageWriter {
 public:
  virtual ~LanguageWriter() = default;

  // Version line, types and functions of the dialect.
  virtual std::string Prelude(const Kernel& kernel) const = 0;
  // Buffers, images, shared arrays. Afterwards TENSORS and TENSORS_DECLARED can be used.
  virtual std::string Declarations(const Kernel& kernel, const std::vector<BoundTensor>& tensors) const = 0;
  // What stands in the place of "KERNEL {".
  virtual std::string EntryPoint(const Kernel& kernel, const std::vector<BoundTensor>& tensors) const = 0;

  // Float4 number `index` (an expression) of a sliced buffer.
  virtual std::string Load4(std::string_view data, ElementType element, std::string_view index) const = 0;
  virtual std::string Store4(std::string_view data, ElementType element, std::string_view index) const = 0;
  // The texel at `place`, three expressions "x, y, layer", as a float4; the store's value is `value`.
  virtual std::string LoadTexel(std::string_view image, std::string_view place) const = 0;
  virtual std::string StoreTexel(std::string_view image, ElementType element, std::string_view place) const = 0;
};

// Whether the program has a binding for constants: arrays, or constant tensors.
bool HasConstants(const Kernel& kernel);

const LanguageWriter& WriterFor(gpu::Language language);
const LanguageWriter& GlslEsWriter();
const LanguageWriter& GlslVulkanWriter();
const LanguageWriter& OpenClWriter();

// Whether the tensor is read and written element by element, not as float4s: row-major without whole slices.
bool IsScalarArray(const TensorType& type);

}  // namespace mica::kernel
