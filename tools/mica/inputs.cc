// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "inputs.h"

#include <filesystem>
#include <random>
#include <utility>

#include "errors.h"
#include "files.h"
#include "npy.h"
#include "quantity.h"
#include "standard_output.h"

namespace mica::cli {
namespace {

// A hostile file may claim any size; what a real network takes is far below.
constexpr std::size_t kMaxRandomBytes = std::size_t{1} << 30;

Result<HostTensor> LoadInput(const TensorInfo& info, int index, const std::string& path) {
  ASSIGN_OR_RETURN(const std::vector<std::byte> file, ReadFile(path, info.size_bytes + kMaxNpyHeaderBytes * 2));
  Result<NpyArray> array = ParseNpy(file);
  if (!array) return Failure(array.error().WithContext("{}", path));
  if (array->type != info.type || array->shape != info.shape || array->data.size() != info.size_bytes) {
    return Fail(StatusCode::kIo, "{}: the array is {}; input {} (\"{}\") of the model is {}.", path,
                FormatType(array->type, array->shape), index, info.name, FormatType(info));
  }
  return HostTensor{info, std::move(array->data)};
}

double RandomValue(DataType type, double unit) {
  switch (type) {
    case DataType::kFloat32:
    case DataType::kFloat16:
    case DataType::kFloat64:
      return unit;
    case DataType::kUint8:
      return unit * 255;
    case DataType::kInt8:
      return unit * 255 - 128;
    case DataType::kInt16:
      return unit * 6000 - 3000;
    default:
      return unit < 0.5 ? 0 : 1;
  }
}

}  // namespace

Result<std::vector<HostTensor>> LoadInputs(const Model& model, const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return Fail(StatusCode::kIo, "{}: this is no folder.", folder);
  std::vector<HostTensor> inputs;
  for (const TensorInfo& info : model.inputs()) {
    const int index = static_cast<int>(inputs.size());
    ASSIGN_OR_RETURN(inputs.emplace_back(),
                     LoadInput(info, index, std::filesystem::path(folder) / fmt::format("input_{}.npy", index)));
  }
  return inputs;
}

Result<HostTensor> MakeRandomInput(const TensorInfo& info, std::uint64_t seed) {
  if (!IsNumber(info.type)) {
    return Fail(StatusCode::kUnsupported, "the input \"{}\" is of type {}; only numbers and booleans can be made up.",
                info.name, ToString(info.type));
  }
  if (info.size_bytes > kMaxRandomBytes) {
    return Fail(StatusCode::kUnsupported, "the input \"{}\" takes {}; at most {} are made up.", info.name,
                FormatByteSize(info.size_bytes), FormatByteSize(kMaxRandomBytes));
  }
  HostTensor tensor{info, std::vector<std::byte>(info.size_bytes)};
  std::mt19937_64 generator(seed);  // Its numbers are fixed by the standard; those of std's distributions are not.
  for (std::size_t i = 0; i < tensor.element_count(); ++i) {
    const double unit = static_cast<double>(generator() >> 11) * 0x1p-53;
    WriteElement(info.type, tensor.bytes, i, RandomValue(info.type, unit));
  }
  return tensor;
}

Result<std::vector<HostTensor>> MakeRandomInputs(const Model& model, std::uint64_t seed) {
  std::vector<HostTensor> inputs;
  for (const TensorInfo& info : model.inputs()) {
    ASSIGN_OR_RETURN(inputs.emplace_back(), MakeRandomInput(info, seed + inputs.size()));
  }
  return inputs;
}

Result<std::vector<HostTensor>> LoadOrMakeInputs(const Model& model, const std::string& folder, std::uint64_t seed) {
  if (!folder.empty()) return LoadInputs(model, folder);
  Note("no inputs are given; they are random (seed {}).", seed);
  return MakeRandomInputs(model, seed);
}

Status SetInputs(Session& session, const std::vector<HostTensor>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    RETURN_IF_ERROR(session.SetInput(static_cast<int>(i), inputs[i].bytes));
  }
  return Status();
}

Result<std::vector<HostTensor>> GetOutputs(Session& session, const Model& model) {
  std::vector<HostTensor> outputs;
  for (const TensorInfo& info : model.outputs()) {
    HostTensor& output = outputs.emplace_back(HostTensor{info, std::vector<std::byte>(info.size_bytes)});
    RETURN_IF_ERROR(session.GetOutput(static_cast<int>(outputs.size()) - 1, output.bytes));
  }
  return outputs;
}

}  // namespace mica::cli
