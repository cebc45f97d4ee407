// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// CONCATENATION: the inputs one behind the other along one axis.
#include "ops/concatenation/concatenation.h"

#include "ops/concatenation/join_kernels.h"
#include "ops/movement/element_copy.h"
#include "ops/movement/move_kernel.h"
#include "ops/movement/pieces.h"
#include "ops/movement/shape_inputs.h"

namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  if (op.input_count() < 1) return InvalidModel("no inputs are given; one at least is needed.");
  RETURN_IF_ERROR(CheckArity(op, op.input_count(), /*outputs=*/1));
  const auto* options = op.Options<schema::ConcatenationOptions>();
  return ConcatenationAttributes{.axis = options == nullptr ? 0 : options->axis()};
}

Result<int> AxisOf(const NodeView& node) {
  return ResolveAxis(node.attributes<ConcatenationAttributes>().axis, node.input(0).desc.shape.rank());
}

Status CheckFits(const graph::TensorDesc& input, const graph::TensorDesc& first, int axis) {
  // TFLite rescales uint8 inputs whose scales differ, and refuses all others.
  if (input.type != first.type || input.quantization != first.quantization) {
    return Unsupported("inputs of different types or scales ({} and {}) are not supported.", ToString(first),
                       ToString(input));
  }
  Shape expected = first.shape;
  if (input.shape.rank() == first.shape.rank()) expected.set(axis, input.shape[axis]);
  if (input.shape == expected) return Ok();
  return InvalidModel("inputs {} and {} differ in more than axis {}.", ToString(first.shape), ToString(input.shape),
                      axis);
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const int axis, AxisOf(node));
  const graph::TensorDesc& first = node.input(0).desc;
  std::vector<std::int64_t> dims(first.shape.dims().begin(), first.shape.dims().end());
  for (int slot = 1; slot < node.input_count(); ++slot) {
    RETURN_IF_ERROR(CheckFits(node.input(slot).desc, first, axis).WithContext("input {}", slot));
    dims[static_cast<std::size_t>(axis)] += node.input(slot).desc.shape[axis];
  }
  outputs[0].type = first.type;
  ASSIGN_OR_RETURN(outputs[0].shape, CheckedShape(dims));
  return Ok();
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const auto axis = static_cast<std::size_t>(Accepted(AxisOf(node)));
  HostTensor& result = outputs[0];
  int first = 0;
  for (const HostTensor* input : inputs) {
    ForEachIndex(input->shape(), [&](const Index& from) {
      Index at = from;
      at[axis] += first;
      CopyElement(*input, input->shape().OffsetOf(from), result, result.shape().OffsetOf(at));
    });
    first += input->shape()[static_cast<int>(axis)];
  }
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo&) {
  std::vector<const graph::Value*> tensors(node.node().inputs.begin(), node.node().inputs.end());
  tensors.push_back(&node.output(0));
  return MovableTensors(tensors);
}

Status Lower(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  ASSIGN_OR_RETURN(const int axis, AxisOf(node));
  const std::vector<const graph::Value*> inputs(node.node().inputs.begin(), node.node().inputs.end());
  JoinAlong(axis, inputs, node.output(0), sequence);
  return Ok();
}

std::vector<Piece> Pieces(const NodeView& node) {
  return PiecesAlong(Accepted(AxisOf(node)), node.node().inputs, node.output(0));
}

std::vector<OperatorCase> Cases() {
  const auto join = [](std::string name, int axis, std::vector<Shape> shapes) {
    OperatorCase result{.name = std::move(name), .inputs = {}, .attributes = ConcatenationAttributes{axis}};
    for (const Shape& shape : shapes) result.inputs.push_back({.shape = shape});
    return result;
  };
  return {
      join("ChannelsOfWholeSlices", 3, {{1, 3, 5, 8}, {1, 3, 5, 4}}),
      join("ChannelsLastSlicePadded", 3, {{1, 3, 5, 8}, {1, 3, 5, 4}, {1, 3, 5, 3}}),
      join("ChannelsShareASlice", 3, {{1, 2, 3, 3}, {1, 2, 3, 7}}),
      join("ChannelsOneEach", -1, {{2, 2, 3, 1}, {2, 2, 3, 1}, {2, 2, 3, 1}}),
      join("ChannelsOfFiveWholeSlices", 3, {{1, 2, 2, 4}, {1, 2, 2, 8}, {1, 2, 2, 4}, {1, 2, 2, 12}, {1, 2, 2, 5}}),
      join("ChannelsOfFivePrimes", 3, {{1, 2, 2, 3}, {1, 2, 2, 5}, {1, 2, 2, 7}, {1, 2, 2, 2}, {1, 2, 2, 1}}),
      join("ChannelsOfElevenOnes", 3, std::vector<Shape>(11, Shape{1, 3, 2, 1})),
      join("Height", 1, {{1, 2, 3, 5}, {1, 1, 3, 5}}),
      join("WidthOfFour", -2, {{2, 2, 1, 6}, {2, 2, 3, 6}, {2, 2, 2, 6}, {2, 2, 1, 6}}),
      join("Batch", 0, {{2, 2, 3, 5}, {1, 2, 3, 5}}),
      join("OneInput", 3, {{1, 2, 3, 5}}),
      join("RankOne", 0, {{5}, {2}}),
      join("RankTwoRows", 0, {{2, 3}, {1, 3}, {3, 3}}),
      join("AnchorsOfSixLayers", 1, {{1, 7, 5}, {1, 4, 5}, {1, 3, 5}, {1, 2, 5}, {1, 1, 5}, {1, 1, 5}}),
      join("RankFiveOuter", 1, {{2, 1, 2, 3, 5}, {2, 3, 2, 3, 5}}),
      join("RankFiveFirst", 0, {{1, 2, 2, 3, 5}, {2, 2, 2, 3, 5}}),
      join("RankSix", 2, {{2, 2, 1, 2, 3, 4}, {2, 2, 2, 2, 3, 4}}),
  };
}

}  // namespace

const OperatorDef kConcatenation = {.name = "CONCATENATION",
                                    .parse = Parse,
                                    .fused_activation = ActivationOf<schema::ConcatenationOptions>,
                                    .infer_shapes = InferShapes,
                                    .reference = Reference,
                                    .gpu_support = GpuSupport,
                                    .lower = Lower,
                                    .pieces = Pieces,
                                    .cases = Cases};

}  // namespace mica::ops
