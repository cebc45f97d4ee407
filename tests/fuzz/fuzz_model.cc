// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "gpu/device_info.h"
#include "model/import.h"
#include "ops/registry.h"

// Any bytes as a model: refused with a sentence, or a well-formed graph of which every operator can be asked whether
// the GPU takes it. Only a crash, a sanitizer's report, a hang or endless memory is a finding.
namespace {

void AskOperators(const mica::graph::Graph& graph) {
  const mica::gpu::DeviceInfo smallest_device;
  for (const mica::graph::Node* node : graph.NodesInOrder()) {
    const mica::OperatorDef* def = mica::ops::FindOperator(node->op);
    if (def == nullptr || def->gpu_support == nullptr) continue;
    const mica::Support support = def->gpu_support(mica::NodeView(*node), smallest_device);
    if (support.ok() && def->multiply_adds != nullptr) def->multiply_adds(mica::NodeView(*node));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = mica::model::ModelFile::Parse(std::as_bytes(std::span(data, size)), /*owner=*/nullptr);
  if (!file) {
    MICA_CHECK(!file.error().message().empty(), "a refusal without a sentence.");
    return 0;
  }
  const auto model = mica::model::Import(*file);
  if (!model) {
    MICA_CHECK(!model.error().message().empty(), "a refusal without a sentence.");
    return 0;
  }
  const mica::Status verified = mica::graph::Verify(model->graph);
  MICA_CHECK(verified.ok(), "{}", verified.message());
  MICA_CHECK(!mica::graph::ToString(model->graph).empty() || model->operators.empty(), "an empty print.");
  AskOperators(model->graph);
  return 0;
}
