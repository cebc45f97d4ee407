// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// SPLIT: equal parts of the source along one axis, each an output.
#include "ops/split/split.h"

#include "ops/movement/element_copy.h"
#include "ops/movement/move_kernel.h"
#include "ops/movement/pieces.h"
#include "ops/movement/shape_inputs.h"

namespace mica::ops {
namespace {

constexpr int kAxisSlot = 0;
constexpr int kSourceSlot = 1;

Result<std::any> Parse(const OperatorReader& op) {
  const auto* options = op.Options<schema::SplitOptions>();
  const int parts = options == nullptr ? 0 : options->num_splits();
  if (parts < 1) return InvalidModel("{} parts are asked for; there must be one at least.", parts);
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/parts));
  return std::any();
}

Result<int> AxisOf(const NodeView& node) {
  ASSIGN_OR_RETURN(const std::int64_t axis, ReadScalar(node.input(kAxisSlot), "the axis"));
  return ResolveAxis(axis, node.input(kSourceSlot).desc.shape.rank());
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const int axis, AxisOf(node));
  const graph::TensorDesc& source = node.input(kSourceSlot).desc;
  const int parts = static_cast<int>(outputs.size());
  if (parts == 0 || source.shape[axis] % parts != 0) {
    return InvalidModel("axis {} of {} does not split into {} equal parts.", axis, ToString(source.shape), parts);
  }
  for (graph::TensorDesc& part : outputs) {
    part.type = source.type;
    part.shape = source.shape;
    part.shape.set(axis, source.shape[axis] / parts);
  }
  return Ok();
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const int axis = Accepted(AxisOf(node));
  const HostTensor& source = *inputs[kSourceSlot];
  int first = 0;
  for (HostTensor& part : outputs) {
    ForEachIndex(part.shape(), [&](const Index& at) {
      Index from = at;
      from[static_cast<std::size_t>(axis)] += first;
      CopyElement(source, source.shape().OffsetOf(from), part, part.shape().OffsetOf(at));
    });
    first += part.shape()[axis];
  }
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo&) {
  if (!node.input(kAxisSlot).is_constant()) return No("the axis is constant", "computed at run time", "a constant");
  const std::array<const graph::Value*, 2> tensors = {&node.input(kSourceSlot), &node.output(0)};
  return MovableTensors(tensors);
}

Movement MovementOfPart(const Shape& source, const Shape& part, int split_axis, int number) {
  const std::vector<int> strides = RowMajorStrides(source);
  Movement movement;
  for (int axis = 0; axis < source.rank(); ++axis) {
    const int first = axis == split_axis ? number * part[axis] : 0;
    const int stride = strides[static_cast<std::size_t>(axis)];
    movement.axes.push_back(TakenAxis(part[axis], stride, first * stride));
  }
  return movement;
}

Status Lower(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  ASSIGN_OR_RETURN(const int axis, AxisOf(node));
  const graph::Value& source = node.input(kSourceSlot);
  std::vector<Moved> parts;
  for (int i = 0; i < node.output_count(); ++i) {
    const graph::Value& part = node.output(i);
    parts.push_back({&part, MovementOfPart(source.desc.shape, part.desc.shape, axis, i)});
  }
  // All parts at once where the bindings suffice; else a kernel each, which steps of its own may follow.
  const std::size_t at_once = parts.size() <= kMaxMoved ? parts.size() : 1;
  for (std::size_t first = 0; first < parts.size(); first += at_once) {
    sequence.Add(MakeMoveKernel("split", source, std::span(parts).subspan(first, at_once)));
  }
  return Ok();
}

std::vector<Piece> Pieces(const NodeView& node) {
  return PiecesAlong(Accepted(AxisOf(node)), node.node().outputs, node.input(kSourceSlot));
}

std::vector<OperatorCase> Cases() {
  const auto split = [](std::string name, Shape source, int axis, int parts) {
    return OperatorCase{.name = std::move(name),
                        .inputs = {{.shape = {}, .is_constant = true, .integers = {axis}}, {.shape = source}},
                        .attributes = {},
                        .output_count = parts};
  };
  return {
      split("ChannelsInWholeSlices", {1, 3, 5, 16}, 3, 2),
      split("ChannelsInThreePaddedSlices", {2, 3, 2, 15}, 3, 3),
      split("ChannelsInPrimes", {1, 2, 2, 14}, -1, 2),
      split("ChannelsOneByOne", {1, 2, 3, 5}, 3, 5),
      split("ChannelsInManySlices", {1, 2, 2, 24}, 3, 6),
      split("Height", {1, 6, 2, 5}, 1, 3),
      split("WidthInFour", {1, 2, 8, 3}, 2, 4),
      split("Batch", {4, 2, 2, 3}, 0, 2),
      split("OnePart", {1, 2, 2, 7}, 3, 1),
      split("RankOne", {12}, 0, 3),
      split("RankTwo", {2, 10}, -1, 2),
      split("RankFive", {2, 4, 2, 3, 5}, 1, 2),
      split("RankSix", {2, 1, 3, 2, 1, 8}, 5, 2),
  };
}

}  // namespace

const OperatorDef kSplit = {.name = "SPLIT",
                            .parse = Parse,
                            .infer_shapes = InferShapes,
                            .reference = Reference,
                            .gpu_support = GpuSupport,
                            .lower = Lower,
                            .pieces = Pieces,
                            .cases = Cases};

}  // namespace mica::ops
