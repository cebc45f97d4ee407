// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "api/model.h"

#include <chrono>
#include <set>

#include "engine/prepare.h"
#include "ops/registry.h"
#include "passes/pipeline.h"

namespace mica {
namespace {

TensorInfo MakeTensorInfo(const graph::Value& value, const model::TensorMetadata* metadata) {
  const std::span<const int> dims = value.desc.shape.dims();
  TensorInfo info{.name = value.name,
                  .type = value.desc.type,
                  .shape = {dims.begin(), dims.end()},
                  .size_bytes = value.desc.size_bytes()};
  if (metadata != nullptr) {
    info.description = metadata->description;
    info.labels = metadata->labels;
    if (metadata->normalization) {
      info.mean = metadata->normalization->mean;
      info.stddev = metadata->normalization->std;
    }
  }
  return info;
}

std::vector<TensorInfo> MakeTensorInfos(const std::vector<graph::Value*>& values,
                                        const std::vector<model::TensorMetadata>& metadata) {
  std::vector<TensorInfo> infos;
  for (std::size_t i = 0; i < values.size(); ++i) {
    infos.push_back(MakeTensorInfo(*values[i], i < metadata.size() ? &metadata[i] : nullptr));
  }
  return infos;
}

// What the graph says of each operator of the file: an operator may have become several nodes (a fused activation).
void DescribeOperators(const graph::Graph& graph, std::vector<OperatorInfo>& operators) {
  for (const graph::Node* node : graph.NodesInOrder()) {
    if (node->origins.size() != 1) continue;
    OperatorInfo& info = operators[static_cast<std::size_t>(node->origins[0])];
    if (node->op != info.name) continue;
    for (const graph::Value* value : node->inputs) {
      info.inputs.push_back(value != nullptr ? ToString(value->desc) : "none");
      if (value != nullptr && value->is_constant()) info.weight_bytes += value->desc.size_bytes();
    }
    for (const graph::Value* value : node->outputs) info.outputs.push_back(ToString(value->desc));
    const OperatorDef* def = ops::FindOperator(node->op);
    if (def != nullptr && def->multiply_adds != nullptr && node->attributes.has_value()) {
      info.multiply_adds = def->multiply_adds(NodeView(*node));
    }
  }
}

void JudgeOperators(graph::Graph& graph, std::vector<OperatorInfo>& operators) {
  passes::Run(passes::Canonicalization(), graph);
  for (OperatorInfo& info : operators) info.on_gpu = true;  // What canonicalization folds away needs no GPU.
  for (const engine::Refusal& refusal : engine::FindRefusals(graph, gpu::DeviceInfo{})) {
    for (const int origin : refusal.origins) {
      OperatorInfo& info = operators[static_cast<std::size_t>(origin)];
      if (info.on_gpu) info.reason = refusal.reason;
      info.on_gpu = false;
    }
  }
}

Result<Model> Describe(std::shared_ptr<const model::ModelFile> file, std::string name,
                       std::chrono::steady_clock::time_point started) {
  ASSIGN_OR_RETURN(model::ImportedModel imported, model::Import(file));
  auto impl = std::make_shared<Model::Impl>();
  impl->name = std::move(name);
  impl->size_bytes = file->bytes().size();
  impl->file = std::move(file);
  impl->description = imported.description;
  impl->inputs = MakeTensorInfos(imported.graph.inputs, imported.metadata.inputs);
  impl->outputs = MakeTensorInfos(imported.graph.outputs, imported.metadata.outputs);
  for (const model::OperatorInfo& op : imported.operators) {
    impl->operators.push_back({.index = op.index, .name = op.name, .version = op.version});
  }
  for (const model::Signature& signature : imported.signatures) {
    SignatureInfo& info = impl->signatures.emplace_back(SignatureInfo{.key = signature.key});
    for (const auto& tensor : signature.inputs) info.inputs.push_back(tensor.name);
    for (const auto& tensor : signature.outputs) info.outputs.push_back(tensor.name);
  }
  DescribeOperators(imported.graph, impl->operators);
  JudgeOperators(imported.graph, impl->operators);
  impl->load_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return Model(std::move(impl));
}

}  // namespace

Model::Model(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Result<Model> Model::Load(const std::string& path) {
  const auto started = std::chrono::steady_clock::now();
  ASSIGN_OR_RETURN(std::shared_ptr<const model::ModelFile> file, model::ModelFile::Load(path));
  return Describe(std::move(file), path, started);
}

Result<Model> Model::Parse(std::span<const std::byte> bytes, std::string name) {
  const auto started = std::chrono::steady_clock::now();
  auto owner = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
  ASSIGN_OR_RETURN(std::shared_ptr<const model::ModelFile> file, model::ModelFile::Parse(*owner, owner));
  return Describe(std::move(file), std::move(name), started);
}

const std::string& Model::name() const {
  return impl_->name;
}
std::size_t Model::size_bytes() const {
  return impl_->size_bytes;
}
const std::string& Model::description() const {
  return impl_->description;
}
const std::vector<TensorInfo>& Model::inputs() const {
  return impl_->inputs;
}
const std::vector<TensorInfo>& Model::outputs() const {
  return impl_->outputs;
}
const std::vector<OperatorInfo>& Model::operators() const {
  return impl_->operators;
}
const std::vector<SignatureInfo>& Model::signatures() const {
  return impl_->signatures;
}

Result<graph::Graph> api::MakeGraph(const Model::Impl& model, const std::vector<std::string>& without_passes) {
  ASSIGN_OR_RETURN(model::ImportedModel imported, model::Import(model.file));
  passes::Run(passes::Canonicalization(), imported.graph, {.without = without_passes, .dump = {}});
  return std::move(imported.graph);
}

}  // namespace mica
