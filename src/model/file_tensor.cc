// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/file_tensor.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/quantization.h"
#include "model/text.h"

namespace mica::model {
namespace {

// By the number of schema::TensorType.
constexpr std::array kTypes = {
    DataType::kFloat32, DataType::kFloat16,    DataType::kInt32,  DataType::kUint8,     DataType::kInt64,
    DataType::kString,  DataType::kBool,       DataType::kInt16,  DataType::kComplex64, DataType::kInt8,
    DataType::kFloat64, DataType::kComplex128, DataType::kUint64, DataType::kResource,  DataType::kVariant,
    DataType::kUint32,  DataType::kUint16,     DataType::kInt4,
};
static_assert(kTypes[schema::TensorType_INT8] == DataType::kInt8 && kTypes.size() == schema::TensorType_INT4 + 1);

Result<DataType> ReadType(schema::TensorType type) {
  if (type >= 0 && static_cast<std::size_t>(type) < kTypes.size()) return kTypes[static_cast<std::size_t>(type)];
  const std::string_view name = schema::EnumNameTensorType(type);
  return Unsupported("the element type {} ({}) is not known.", static_cast<int>(type), name.empty() ? "unnamed" : name);
}

// A tensor without a shape is a scalar, or of a rank that a run decides. Sizes that a run decides are 1, with -1 in the
// signature.
bool IsFixed(const schema::Tensor& tensor) {
  if (!tensor.has_rank() && (tensor.shape() == nullptr || tensor.shape()->size() == 0)) return false;
  const auto* signature = tensor.shape_signature();
  return signature == nullptr || std::find(signature->begin(), signature->end(), -1) == signature->end();
}

// Sizes of -1 and, in tensors without data, of 0 stand for "not known before a run".
Status ReadShape(const schema::Tensor& tensor, FileTensor& result) {
  result.shape_fixed = IsFixed(tensor);
  if (tensor.shape() == nullptr) return Ok();
  const std::span<const int> dims(tensor.shape()->data(), tensor.shape()->size());
  if (dims.size() > Shape::kMaxRank) {
    return Unsupported("it has {} dimensions; up to {} are possible.", dims.size(), Shape::kMaxRank);
  }
  const auto smallest = std::ranges::min_element(dims);
  if (smallest != dims.end() && *smallest < -1) return InvalidModel("a dimension has the size {}.", *smallest);
  result.shape_known = std::ranges::all_of(dims, [](int size) { return size > 0; });
  if (smallest != dims.end() && *smallest == -1) return Ok();
  if (auto elements = CountElements(dims); !elements) return elements.error();
  result.desc.shape = Shape(dims);
  return Ok();
}

// How many bytes the elements of a dense tensor take; none where that follows from the data alone.
std::optional<std::size_t> NeededBytes(const graph::TensorDesc& desc) {
  if (desc.type == DataType::kInt4) return (static_cast<std::size_t>(desc.elements()) + 1) / 2;
  if (ElementBytes(desc.type) == 0) return std::nullopt;
  return desc.size_bytes();
}

Status ReadData(const ModelFile& file, const schema::Tensor& tensor, FileTensor& result) {
  if (tensor.external_buffer() != 0) return Unsupported("its data lies in another file.");
  ASSIGN_OR_RETURN(const std::span<const std::byte> data, file.BufferBytes(tensor.buffer()));
  if (data.empty()) return Ok();
  if (!result.shape_known) return InvalidModel("it has {} bytes of data, and no known shape.", data.size());

  const std::optional<std::size_t> needed = NeededBytes(result.desc);
  if (needed.has_value() && *needed != data.size() && !result.is_sparse) {
    return InvalidModel("it has {} bytes of data; {} needs {}.", data.size(), ToString(result.desc), *needed);
  }
  result.data = data;
  return Ok();
}

Status ReadTensor(const ModelFile& file, const schema::Tensor& tensor, CopyBudget& budget, FileTensor& result) {
  ASSIGN_OR_RETURN(result.desc.type, ReadType(tensor.type()));
  result.is_variable = tensor.is_variable();
  result.is_sparse = tensor.sparsity() != nullptr;
  RETURN_IF_ERROR(ReadShape(tensor, result));
  RETURN_IF_ERROR(ReadData(file, tensor, result));
  if (tensor.quantization() != nullptr) {
    ASSIGN_OR_RETURN(
        result.desc.quantization,
        ReadQuantization(*tensor.quantization(), result.shape_known ? &result.desc.shape : nullptr, budget));
  }
  return Ok();
}

Result<std::string> ReadName(const schema::Tensor& tensor, std::size_t index, CopyBudget& budget) {
  if (tensor.name() == nullptr || tensor.name()->size() == 0) return fmt::format("tensor_{}", index);
  return ReadText(tensor.name(), budget);
}

}  // namespace

Result<std::int64_t> CountElements(std::span<const int> dims) {
  std::int64_t elements = 1;
  for (const int size : dims) {
    if (size < 0) return InvalidModel("a dimension has the size {}.", size);
    elements *= size;  // Both are below 2^31.
    if (elements > kMaxElements) {
      return InvalidModel("the shape {} has more than {} elements.", ToString(Shape(dims)), kMaxElements);
    }
  }
  return elements;
}

Result<std::vector<FileTensor>> ReadTensors(const ModelFile& file, const schema::SubGraph& graph, CopyBudget& budget) {
  std::vector<FileTensor> tensors(graph.tensors() == nullptr ? 0 : graph.tensors()->size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const schema::Tensor& tensor = *graph.tensors()->Get(static_cast<flatbuffers::uoffset_t>(i));
    ASSIGN_OR_RETURN(tensors[i].name, ReadName(tensor, i, budget));
    RETURN_IF_ERROR(ReadTensor(file, tensor, budget, tensors[i]).WithContext("tensor #{} ({})", i, tensors[i].name));
  }
  return tensors;
}

}  // namespace mica::model
