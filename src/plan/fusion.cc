// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/fusion.h"

#include <algorithm>
#include <set>

#include "ops/registry.h"
#include "plan/bindings.h"

namespace mica::plan {
namespace {

constexpr std::string_view kCopy = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;
  dst_write(src_read(b, x, y, slice), b, x, y, slice);
}
)";

bool SameGpuShape(const Shape& a, const Shape& b) {
  return a.batch() == b.batch() && a.height() == b.height() && a.width() == b.width() && a.channels() == b.channels();
}

KernelRequest CopyKernel(const graph::Value& from, const graph::Value& to) {
  const Shape& shape = to.desc.shape;
  return {.name = "copy",
          .text = std::string(kCopy),
          .reads = {{"src", &from, /*broadcast_channels=*/true}},
          .writes = {{"dst", &to}},
          .grid = {shape.width(), shape.height(), shape.slices() * shape.batch()}};
}

class Fuser {
 public:
  Fuser(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options, TensorTypes& types)
      : graph_(graph),
        device_(device),
        options_(options),
        types_(types),
        context_{.device = device, .precision = options.precision, .type_of = [this](const graph::Value& value) {
                   return types_.Of(value);
                 }} {}

  Result<FusedKernels> Fuse() {
    computed_.insert(graph_.inputs.begin(), graph_.inputs.end());
    fused_.slots = {graph_.inputs.begin(), graph_.inputs.end()};
    for (const graph::Node* node : graph_.NodesInOrder()) {
      if (absorbed_.contains(node)) continue;
      RETURN_IF_ERROR(AddGroup(*node).WithContext("operator #{} ({})", node->origins.empty() ? -1 : node->origins[0],
                                                  node->op));
    }
    CopyOutputs();
    for (const graph::Value* value : exposed_) fused_.slots.push_back(value);
    return std::move(fused_);
  }

 private:
  // A node, and all that can be appended to it.
  Status AddGroup(const graph::Node& node) {
    const OperatorDef* def = ops::FindOperator(node.op);
    if (def == nullptr || (def->lower == nullptr && def->step == nullptr)) return Unsupported("has no GPU kernel.");
    KernelSequence sequence([this](graph::TensorDesc desc) -> const graph::Value& { return MakeValue(std::move(desc)); });
    std::vector<FusedKernel> group;
    const graph::Value* result = nullptr;
    if (def->lower != nullptr) {
      RETURN_IF_ERROR(def->lower(NodeView(node), context_, sequence));
      if (node.outputs.size() == 1) result = node.outputs[0];
    } else {
      result = AddCopyAnchor(node, sequence);
    }
    for (KernelRequest& kernel : sequence.kernels()) group.push_back({std::move(kernel), {}, node.origins});
    for (const FusedKernel& kernel : group) RETURN_IF_ERROR(CheckBindings(kernel));

    if (def->step != nullptr) {  // The node itself is the first step behind the copy.
      RETURN_IF_ERROR(AppendStep(node, result, group, /*must_fit=*/true));
      result = node.outputs[0];
    }
    while (result != nullptr) {
      const graph::Node* next = FindAppendable(*result);
      if (next == nullptr) break;
      ASSIGN_OR_RETURN(const bool appended, TryAppend(*next, *result, group));
      if (!appended) break;
      absorbed_.insert(next);
      result = next->outputs[0];
    }
    Finish(node, result, std::move(group));
    return Ok();
  }

  // An element-wise node without a producer to join starts with a copy of one of its inputs, broadcast where needed.
  const graph::Value* AddCopyAnchor(const graph::Node& node, KernelSequence& sequence) {
    const Shape& shape = node.outputs[0]->desc.shape;
    std::size_t slot = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const graph::Value* value = node.inputs[i];
      if (value == nullptr || value->is_constant()) continue;
      slot = i;
      if (SameGpuShape(value->desc.shape, shape)) break;
    }
    copied_slot_ = static_cast<int>(slot);
    sequence.Add(CopyKernel(*node.inputs[slot], *node.outputs[0]));
    return node.outputs[0];
  }

  // The one element-wise node that reads `value`, if everything else it reads is there and it keeps the shape.
  const graph::Node* FindAppendable(const graph::Value& value) const {
    if (graph_.IsOutput(value) || value.readers.empty()) return nullptr;
    const graph::Node* reader = value.readers[0];
    if (!std::ranges::all_of(value.readers, [&](const graph::Node* other) { return other == reader; })) return nullptr;
    const OperatorDef* def = ops::FindOperator(reader->op);
    if (def == nullptr || def->step == nullptr || absorbed_.contains(reader)) return nullptr;
    if (!SameGpuShape(reader->outputs[0]->desc.shape, value.desc.shape)) return nullptr;
    for (const graph::Value* other : reader->inputs) {
      if (other == nullptr || other == &value || other->is_constant()) continue;
      if (!computed_.contains(other)) return nullptr;
    }
    return reader;
  }

  Result<bool> TryAppend(const graph::Node& node, const graph::Value& value, std::vector<FusedKernel>& group) {
    const auto slot = std::ranges::find(node.inputs, &value) - node.inputs.begin();
    copied_slot_ = static_cast<int>(slot);
    const std::vector<FusedKernel> before = group;
    const Status status = AppendStep(node, &value, group, /*must_fit=*/false);
    if (status.ok()) return true;
    if (status.code() != StatusCode::kOutOfMemory) return Unexpected(status);
    group = before;
    return false;
  }

  // Makes `node` a step of every kernel of the group that writes `value`, which then write the node's output instead.
  // Out of bindings is told by kOutOfMemory: the chain ends before this node.
  Status AppendStep(const graph::Node& node, const graph::Value* value, std::vector<FusedKernel>& group, bool must_fit) {
    ASSIGN_OR_RETURN(const StepRequest step, ops::FindOperator(node.op)->step(NodeView(node), copied_slot_));
    for (FusedKernel& fused : group) {
      if (fused.kernel.writes.empty() || fused.kernel.writes[0].value != value) continue;
      fused.kernel.writes[0].value = node.outputs[0];
      fused.steps.push_back(step);
      for (NamedTensor& read : fused.steps.back().reads) read.broadcast_channels = true;
      std::vector<int>& origins = fused.origins;
      origins.insert(origins.end(), node.origins.begin(), node.origins.end());
      std::ranges::sort(origins);
      origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
      const Status status = CheckBindings(fused);
      if (!status.ok()) return must_fit ? status : Status(StatusCode::kOutOfMemory, status.message());
    }
    return Ok();
  }

  Status CheckBindings(const FusedKernel& kernel) const { return CheckBindingLimits(kernel, device_, types_); }

  void Finish(const graph::Node& node, const graph::Value* result, std::vector<FusedKernel> group) {
    for (const graph::Value* value : node.outputs) computed_.insert(value);
    if (result != nullptr) computed_.insert(result);
    for (FusedKernel& kernel : group) fused_.kernels.push_back(std::move(kernel));
    if (!options_.expose_intermediates) return;
    const std::vector<graph::Value*> several = node.outputs;
    if (result != nullptr) return Expose(*result, node.origins);
    for (const graph::Value* value : several) Expose(*value, node.origins);
  }

  void Expose(const graph::Value& value, const std::vector<int>& origins) {
    if (graph_.IsOutput(value)) return;
    graph::Value& copy = MakeValue(value.desc);
    copy.name = value.name;
    copy.id = value.id;  // It stands for that value.
    types_.AddExternal(copy);
    exposed_.push_back(&copy);
    fused_.kernels.push_back({CopyKernel(value, copy), {}, origins});
  }

  // An output that is an input, a constant, or the same value as another output needs a copy of its own.
  void CopyOutputs() {
    std::set<const graph::Value*> taken(graph_.inputs.begin(), graph_.inputs.end());
    for (const graph::Value* value : graph_.outputs) {
      if (!value->is_constant() && taken.insert(value).second) {
        fused_.slots.push_back(value);
        continue;
      }
      graph::Value& copy = MakeValue(value->desc);
      copy.name = value->name;
      types_.AddExternal(copy);
      fused_.slots.push_back(&copy);
      fused_.kernels.push_back({CopyKernel(*value, copy), {}, {}});
    }
  }

  graph::Value& MakeValue(graph::TensorDesc desc) {
    fused_.own_values.push_back(std::make_unique<graph::Value>());
    graph::Value& value = *fused_.own_values.back();
    value.id = -static_cast<int>(fused_.own_values.size());  // The graph's own ids count up from 0.
    value.name = "scratch";
    value.desc = std::move(desc);
    return value;
  }

  const graph::Graph& graph_;
  const gpu::DeviceInfo& device_;
  const PlanOptions& options_;
  TensorTypes& types_;
  LoweringContext context_;
  int copied_slot_ = 0;  // Which input of the next step is the value at hand.
  std::set<const graph::Value*> computed_;
  std::set<const graph::Node*> absorbed_;
  std::vector<const graph::Value*> exposed_;
  FusedKernels fused_;
};

}  // namespace

Result<FusedKernels> FuseKernels(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options,
                                 TensorTypes& types) {
  return Fuser(graph, device, options, types).Fuse();
}

}  // namespace mica::plan
