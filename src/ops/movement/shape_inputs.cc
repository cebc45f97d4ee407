// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/shape_inputs.h"

#include <algorithm>
#include <limits>

#include "operator/host_tensor.h"

namespace mica::ops {
namespace {

constexpr std::int64_t kFarAway = std::int64_t{1} << 40;

bool IsInteger(DataType type) {
  return type == DataType::kInt32 || type == DataType::kInt64 || type == DataType::kInt16 || type == DataType::kInt8;
}

}  // namespace

Result<std::vector<std::int64_t>> ReadIntegers(const graph::Value& value, std::string_view what) {
  if (!value.is_constant()) return Unsupported("{} must be constant; computed at run time is not supported.", what);
  if (!IsInteger(value.desc.type)) {
    return InvalidModel("{} must be integers; the type is {}.", what, ToString(value.desc.type));
  }
  std::vector<std::int64_t> numbers = ReadConstant<std::int64_t>(*value.constant, value.desc.type);
  if (static_cast<std::int64_t>(numbers.size()) != value.desc.elements()) {
    return InvalidModel("{} must have {} elements; {} are stored.", what, value.desc.elements(), numbers.size());
  }
  for (std::int64_t& number : numbers) number = std::clamp(number, -kFarAway, kFarAway);
  return numbers;
}

Result<std::vector<std::int64_t>> ReadVector(const graph::Value& value, std::string_view what, int count) {
  ASSIGN_OR_RETURN(std::vector<std::int64_t> numbers, ReadIntegers(value, what));
  if (value.desc.shape.rank() == 1 && static_cast<int>(numbers.size()) == count) return numbers;
  return InvalidModel("{} must have the shape [{}]; it is {}.", what, count, ToString(value.desc.shape));
}

Result<std::int64_t> ReadScalar(const graph::Value& value, std::string_view what) {
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> numbers, ReadIntegers(value, what));
  if (numbers.size() == 1) return numbers[0];
  return InvalidModel("{} must have one element; the shape is {}.", what, ToString(value.desc.shape));
}

Result<Shape> CheckedShape(std::span<const std::int64_t> dims) {
  if (dims.size() > Shape::kMaxRank) {
    return Unsupported("the result has {} dimensions; at most {} are supported.", dims.size(), Shape::kMaxRank);
  }
  std::vector<int> sizes;
  for (const std::int64_t size : dims) {
    if (size < 0) return InvalidModel("the result has a dimension of {}.", size);
    if (size > std::numeric_limits<int>::max()) return Unsupported("the result has a dimension of {}.", size);
    sizes.push_back(static_cast<int>(size));
  }
  const Shape shape(sizes);
  std::int64_t elements = 1;
  for (const int size : sizes) {
    elements *= size;  // At most 2^31 * 2^31.
    if (elements <= std::numeric_limits<int>::max()) continue;
    return Unsupported("the result {} has more than {} elements.", ToString(shape), std::numeric_limits<int>::max());
  }
  return shape;
}

Result<int> ResolveAxis(std::int64_t axis, int rank) {
  if (axis >= -rank && axis < rank) return static_cast<int>(axis < 0 ? axis + rank : axis);
  return InvalidModel("axis {} is not one of a tensor with {} dimensions.", axis, rank);
}

}  // namespace mica::ops
