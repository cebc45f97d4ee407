// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/test_model.h"

#include <algorithm>

namespace mica::model {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

class Serializer {
 public:
  explicit Serializer(const TestModel& model) : model_(model) { buffers_.push_back(schema::CreateBuffer(builder_)); }

  std::vector<std::byte> Run() {
    const std::vector<Offset<schema::SubGraph>> graphs = {
        schema::CreateSubGraphDirect(builder_, Tensors(), &model_.inputs, &model_.outputs, Operators(), "main")};
    const auto signatures = Signatures();
    const auto metadata = Metadata();
    buffers_.push_back(schema::CreateBuffer(builder_, 0, model_.far_offset, model_.far_size));
    builder_.Finish(schema::CreateModelDirect(builder_, model_.version, &codes_, &graphs, "made by a test", &buffers_,
                                              nullptr, &metadata, &signatures),
                    schema::ModelIdentifier());
    const auto bytes = std::as_bytes(std::span(builder_.GetBufferPointer(), builder_.GetSize()));
    return {bytes.begin(), bytes.end()};
  }

 private:
  std::uint32_t AddBuffer(const std::vector<std::uint8_t>& data) {
    if (data.empty()) return 0;
    buffers_.push_back(schema::CreateBufferDirect(builder_, &data));
    return static_cast<std::uint32_t>(buffers_.size() - 1);
  }

  const std::vector<Offset<schema::Tensor>>* Tensors() {
    for (const TestTensor& tensor : model_.tensors) {
      const std::uint32_t buffer = tensor.buffer != 0 ? tensor.buffer : AddBuffer(tensor.data);
      const auto quantization = tensor.scales.empty()
                                    ? Offset<schema::QuantizationParameters>()
                                    : schema::CreateQuantizationParametersDirect(
                                          builder_, nullptr, nullptr, &tensor.scales, &tensor.zero_points,
                                          schema::QuantizationDetails_NONE, 0, tensor.quantized_dimension);
      const auto sparsity =
          tensor.is_sparse ? schema::CreateSparsityParameters(builder_) : Offset<schema::SparsityParameters>();
      tensors_.push_back(schema::CreateTensorDirect(builder_, &tensor.shape, tensor.type, buffer, tensor.name.c_str(),
                                                    quantization, tensor.is_variable, sparsity, nullptr, false, nullptr,
                                                    tensor.external_buffer));
    }
    return &tensors_;
  }

  // Every operator has a code of its own.
  const std::vector<Offset<schema::Operator>>* Operators() {
    for (const TestOperator& op : model_.operators) {
      const auto old_code = static_cast<std::int8_t>(std::min<int>(op.code, 127));
      codes_.push_back(schema::CreateOperatorCodeDirect(
          builder_, old_code, op.custom.empty() ? nullptr : op.custom.c_str(), op.version, op.code));
      const std::size_t code = op.opcode_index < 0 ? codes_.size() - 1 : static_cast<std::size_t>(op.opcode_index);
      const bool has_options = op.code == schema::BuiltinOperator_ADD;
      const Offset<void> options =
          has_options ? schema::CreateAddOptions(builder_, op.activation).Union() : Offset<void>();
      operators_.push_back(schema::CreateOperatorDirect(
          builder_, static_cast<std::uint32_t>(code), &op.inputs, &op.outputs,
          has_options ? schema::BuiltinOptions_AddOptions : schema::BuiltinOptions_NONE, options));
    }
    return &operators_;
  }

  std::vector<Offset<schema::SignatureDef>> Signatures() {
    std::vector<Offset<schema::SignatureDef>> signatures;
    for (const TestSignature& signature : model_.signatures) {
      const std::vector inputs = {
          schema::CreateTensorMapDirect(builder_, signature.input.c_str(), signature.input_tensor)};
      const std::vector outputs = {
          schema::CreateTensorMapDirect(builder_, signature.output.c_str(), signature.output_tensor)};
      signatures.push_back(schema::CreateSignatureDefDirect(builder_, &inputs, &outputs, signature.key.c_str()));
    }
    return signatures;
  }

  std::vector<Offset<schema::Metadata>> Metadata() {
    if (model_.metadata.empty()) return {};
    return {schema::CreateMetadataDirect(builder_, "TFLITE_METADATA", AddBuffer(model_.metadata))};
  }

  const TestModel& model_;
  FlatBufferBuilder builder_;
  std::vector<Offset<schema::Buffer>> buffers_;
  std::vector<Offset<schema::Tensor>> tensors_;
  std::vector<Offset<schema::Operator>> operators_;
  std::vector<Offset<schema::OperatorCode>> codes_;
};

}  // namespace

std::vector<std::byte> Serialize(const TestModel& model) {
  return Serializer(model).Run();
}

Result<ImportedModel> ImportBytes(const std::vector<std::byte>& bytes) {
  auto shared = std::make_shared<const std::vector<std::byte>>(bytes);
  ASSIGN_OR_RETURN(std::shared_ptr<const ModelFile> file, ModelFile::Parse(*shared, shared));
  return Import(std::move(file));
}

Result<ImportedModel> ImportTest(const TestModel& model) {
  return ImportBytes(Serialize(model));
}

std::string ProblemOf(const TestModel& model) {
  const auto imported = ImportTest(model);
  return imported ? "" : imported.error().message();
}

TestModel AddModel() {
  return {.tensors = {{.shape = {1, 2, 2, 4}, .name = "x"}, {.shape = {1, 2, 2, 4}, .name = "y"}},
          .operators = {{.inputs = {0, 0}, .outputs = {1}}},
          .inputs = {0},
          .outputs = {1}};
}

}  // namespace mica::model
