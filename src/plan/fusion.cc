// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/fusion.h"

#include <algorithm>
#include <optional>
#include <set>

#include "fusions/fusion.h"
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
          .reads = {{"src", &from, /*broadcast_channels=*/true, /*may_be_overwritten=*/true}},
          .writes = {{"dst", &to}},
          .grid = {shape.width(), shape.height(), shape.slices() * shape.batch()}};
}

// A node whose output the GPU sees as it sees the input: a reshape of [1, 1, 1, 1001] to [1, 1001].
bool ChangesNothing(const graph::Node& node, const OperatorDef& def) {
  if (def.pieces == nullptr) return false;
  const std::vector<Piece> pieces = def.pieces(NodeView(node));
  return pieces.size() == 1 && pieces[0].part == node.outputs[0] &&
         SameGpuShape(pieces[0].part->desc.shape, pieces[0].whole->desc.shape);
}

void AddOrigins(const std::vector<int>& more, std::vector<int>& origins) {
  origins.insert(origins.end(), more.begin(), more.end());
  std::ranges::sort(origins);
  origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
}

std::int64_t MultiplyAddsOf(const graph::Node& node) {
  const OperatorDef* def = ops::FindOperator(node.op);
  return def->multiply_adds != nullptr ? def->multiply_adds(NodeView(node)) : 0;
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
      RETURN_IF_ERROR(
          AddGroup(*node).WithContext("operator #{} ({})", node->origins.empty() ? -1 : node->origins[0], node->op));
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
    if (def->pieces != nullptr && TryViews(node, def->pieces(NodeView(node)))) return Ok();
    ASSIGN_OR_RETURN(std::optional<fusions::Fusion> fusion, fusions::FindFusion(node, graph_, context_));
    if (fusion) return AddFusion(*std::move(fusion));
    KernelSequence sequence(
        [this](graph::TensorDesc desc) -> const graph::Value& { return MakeValue(std::move(desc)); });
    std::optional<StepRequest> first_step;
    if (def->lower != nullptr) {
      RETURN_IF_ERROR(def->lower(NodeView(node), context_, sequence));
    } else {
      // An element-wise node without a producer to join starts with a copy of one of its inputs, broadcast if need be.
      const std::size_t slot = ChooseCopiedSlot(node);
      sequence.Add(CopyKernel(*node.inputs[slot], *node.outputs[0]));
      ASSIGN_OR_RETURN(first_step, def->step(NodeView(node), static_cast<int>(slot)));
    }
    std::vector<FusedKernel> group;
    for (KernelRequest& kernel : sequence.kernels()) group.push_back({std::move(kernel), {}, node.origins});
    if (first_step) AddStep(*first_step, group[0]);
    if (!group.empty()) group.back().kernel.multiply_adds = MultiplyAddsOf(node);
    return AppendAndFinish(node, std::move(group));
  }

  Status AddFusion(fusions::Fusion fusion) {
    FusedKernel fused{std::move(fusion.kernel), {}, {}};
    for (const graph::Node* node : fusion.nodes) {
      absorbed_.insert(node);
      AddOrigins(node->origins, fused.origins);
      fused.kernel.multiply_adds += MultiplyAddsOf(*node);
    }
    return AppendAndFinish(*fusion.nodes.back(), {std::move(fused)});
  }

  // Appends to the kernels that write the last output of `node` all steps that can join, and takes them as they are.
  Status AppendAndFinish(const graph::Node& node, std::vector<FusedKernel> group) {
    for (const FusedKernel& kernel : group) RETURN_IF_ERROR(CheckBindingLimits(kernel, device_, types_));
    const graph::Value* result = node.outputs.size() == 1 ? node.outputs[0] : nullptr;
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

  // Makes the node's parts views into their wholes. No, where one cannot be, or where a step would follow for free.
  bool TryViews(const graph::Node& node, const std::vector<Piece>& pieces) {
    if (pieces.empty()) return false;
    const bool is_split = pieces[0].part == node.outputs[0];
    if (!is_split && FindAppendable(*node.outputs[0]) != nullptr) return false;
    std::vector<View> views;
    std::vector<FusedKernel> copies;
    for (const Piece& piece : pieces) {
      const std::optional<View> view = FindView(piece, views);
      if (view) {
        views.push_back(*view);
        continue;
      }
      if (is_split) return false;
      // A part that lies elsewhere is copied to its place; one such copy is still less than a joining kernel moves.
      if (!copies.empty()) return false;
      graph::Value& copy = MakeValue(piece.part->desc);
      Piece copied = piece;
      copied.part = &copy;
      const std::optional<View> place = FindView(copied, views);
      if (!place) return false;
      views.push_back(*place);
      copies.push_back({CopyKernel(*piece.part, copy), {}, node.origins});
    }
    if (!copies.empty() && copies.size() == pieces.size()) return false;
    for (const View& view : views) parts_.insert(view.part);
    fused_.views.insert(fused_.views.end(), views.begin(), views.end());
    Finish(node, is_split ? nullptr : node.outputs[0], std::move(copies));
    return true;
  }

  // A value has one place, and the device must be able to bind it there.
  std::optional<View> FindView(const Piece& piece, const std::vector<View>& others) const {
    const bool has_place = piece.part->is_constant() || parts_.contains(piece.part) ||
                           std::ranges::find(others, piece.part, &View::part) != others.end();
    if (has_place || piece.whole->is_constant()) return std::nullopt;
    const auto offset_bytes = FindPieceOffset(piece, types_.Of(*piece.part), types_.Of(*piece.whole));
    if (!offset_bytes || *offset_bytes % device_.buffer_offset_alignment != 0) return std::nullopt;
    return View{.part = piece.part, .whole = piece.whole, .offset_bytes = *offset_bytes};
  }

  static std::size_t ChooseCopiedSlot(const graph::Node& node) {
    const Shape& shape = node.outputs[0]->desc.shape;
    std::size_t slot = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const graph::Value* value = node.inputs[i];
      if (value == nullptr || value->is_constant()) continue;
      slot = i;
      if (SameGpuShape(value->desc.shape, shape)) break;
    }
    return slot;
  }

  // The one node that reads `value`, if it can join: an element-wise one that keeps the shape and whose other inputs
  // are there, or a reshape that moves nothing.
  const graph::Node* FindAppendable(const graph::Value& value) const {
    if (graph_.IsOutput(value) || value.readers.empty()) return nullptr;
    const graph::Node* reader = value.readers[0];
    if (!std::ranges::all_of(value.readers, [&](const graph::Node* other) { return other == reader; })) return nullptr;
    const OperatorDef* def = ops::FindOperator(reader->op);
    if (def == nullptr || (def->step == nullptr && !ChangesNothing(*reader, *def)) || absorbed_.contains(reader))
      return nullptr;
    if (!SameGpuShape(reader->outputs[0]->desc.shape, value.desc.shape)) return nullptr;
    for (const graph::Value* other : reader->inputs) {
      if (other == nullptr || other == &value || other->is_constant()) continue;
      if (!computed_.contains(other)) return nullptr;
    }
    return reader;
  }

  // Makes `node` part of every kernel of the group that writes `value`, which then write the node's output instead. No,
  // where one of them has no binding left for it.
  Result<bool> TryAppend(const graph::Node& node, const graph::Value& value, std::vector<FusedKernel>& group) {
    std::optional<StepRequest> step;
    if (const OperatorDef* def = ops::FindOperator(node.op); def->step != nullptr) {
      const auto slot = std::ranges::find(node.inputs, &value) - node.inputs.begin();
      ASSIGN_OR_RETURN(step, def->step(NodeView(node), static_cast<int>(slot)));
    }
    std::vector<FusedKernel> longer = group;
    for (FusedKernel& fused : longer) {
      if (fused.kernel.writes.empty() || fused.kernel.writes[0].value != &value) continue;
      fused.kernel.writes[0].value = node.outputs[0];
      if (step) AddStep(*step, fused);
      AddOrigins(node.origins, fused.origins);
      if (!CheckBindingLimits(fused, device_, types_).ok()) return false;
    }
    group = std::move(longer);
    return true;
  }

  static void AddStep(const StepRequest& step, FusedKernel& fused) {
    fused.steps.push_back(step);
    for (NamedTensor& read : fused.steps.back().reads) read.broadcast_channels = true;
  }

  void Finish(const graph::Node& node, const graph::Value* result, std::vector<FusedKernel> group) {
    for (const graph::Value* value : node.outputs) computed_.insert(value);
    if (result != nullptr) computed_.insert(result);
    for (FusedKernel& kernel : group) fused_.kernels.push_back(std::move(kernel));
    if (!options_.expose_intermediates) return;
    if (result != nullptr) return Expose(*result, node.origins);
    for (const graph::Value* value : node.outputs) Expose(*value, node.origins);
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
  std::set<const graph::Value*> computed_;
  std::set<const graph::Node*> absorbed_;
  std::set<const graph::Value*> parts_;  // Of views.
  std::vector<const graph::Value*> exposed_;
  FusedKernels fused_;
};

}  // namespace

Result<FusedKernels> FuseKernels(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options,
                                 TensorTypes& types) {
  return Fuser(graph, device, options, types).Fuse();
}

}  // namespace mica::plan
