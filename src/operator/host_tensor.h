// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstring>
#include <vector>

#include "graph/constant.h"
#include "graph/tensor_desc.h"

namespace mica {

// A tensor in CPU memory, row-major, for the reference and for constants.
class HostTensor {
 public:
  HostTensor() = default;
  explicit HostTensor(graph::TensorDesc desc) : desc_(std::move(desc)), bytes_(desc_.size_bytes()) {}
  HostTensor(graph::TensorDesc desc, std::span<const std::byte> bytes)
      : desc_(std::move(desc)), bytes_(bytes.begin(), bytes.end()) {}

  const graph::TensorDesc& desc() const { return desc_; }
  const Shape& shape() const { return desc_.shape; }
  std::span<std::byte> bytes() { return bytes_; }
  std::span<const std::byte> bytes() const { return bytes_; }

  // The elements as T, which must be the tensor's own type. std::vector's memory is aligned for every T.
  template <typename T>
  std::span<T> data() {
    return {reinterpret_cast<T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }
  template <typename T>
  std::span<const T> data() const {
    return {reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }

  // Float tensors in [batch, height, width, channels] view (see Shape).
  float& at(int b, int y, int x, int c) { return data<float>()[Offset(b, y, x, c)]; }
  float at(int b, int y, int x, int c) const { return data<float>()[Offset(b, y, x, c)]; }

 private:
  std::size_t Offset(int b, int y, int x, int c) const {
    const Shape& s = desc_.shape;
    return ((static_cast<std::size_t>(b) * s.height() + y) * s.width() + x) * s.channels() + c;
  }

  graph::TensorDesc desc_;
  std::vector<std::byte> bytes_;
};

// The elements of a constant converted to T: from float32, float16, or any integer type.
template <typename T>
std::vector<T> ReadConstant(const graph::Constant& constant, DataType type);

extern template std::vector<float> ReadConstant(const graph::Constant&, DataType);
extern template std::vector<int> ReadConstant(const graph::Constant&, DataType);
extern template std::vector<std::int64_t> ReadConstant(const graph::Constant&, DataType);

}  // namespace mica
