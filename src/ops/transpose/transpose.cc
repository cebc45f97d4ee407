// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// TRANSPOSE: axis a of the result is axis permutation[a] of the source.
#include "ops/transpose/transpose.h"

#include "ops/movement/element_copy.h"
#include "ops/movement/move_kernel.h"
#include "ops/movement/shape_inputs.h"

namespace mica::ops {

Result<std::vector<int>> PermutationOf(const NodeView& transpose) {
  const int rank = transpose.input(0).desc.shape.rank();
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> given, ReadVector(transpose.input(1), "the permutation", rank));
  std::vector<int> permutation;
  std::vector<bool> taken(given.size(), false);
  for (const std::int64_t number : given) {
    ASSIGN_OR_RETURN(const int axis, ResolveAxis(number, rank));
    if (taken[static_cast<std::size_t>(axis)]) return InvalidModel("the permutation names axis {} twice.", axis);
    taken[static_cast<std::size_t>(axis)] = true;
    permutation.push_back(axis);
  }
  return permutation;
}

namespace {

Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/1));
  return std::any();
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const std::vector<int> permutation, PermutationOf(node));
  const graph::TensorDesc& source = node.input(0).desc;
  outputs[0].type = source.type;
  outputs[0].shape = source.shape;
  for (int axis = 0; axis < source.shape.rank(); ++axis) {
    outputs[0].shape.set(axis, source.shape[permutation[static_cast<std::size_t>(axis)]]);
  }
  return Ok();
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const std::vector<int> permutation = Accepted(PermutationOf(node));
  const HostTensor& source = *inputs[0];
  HostTensor& result = outputs[0];
  ForEachIndex(result.shape(), [&](const Index& at) {
    Index from{};
    for (std::size_t axis = 0; axis < permutation.size(); ++axis) {
      from[static_cast<std::size_t>(permutation[axis])] = at[axis];
    }
    CopyElement(source, source.shape().OffsetOf(from), result, result.shape().OffsetOf(at));
  });
}

Status Lower(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  ASSIGN_OR_RETURN(const std::vector<int> permutation, PermutationOf(node));
  const Shape& source = node.input(0).desc.shape;
  const std::vector<int> strides = RowMajorStrides(source);
  Movement movement;
  for (const int axis : permutation) {
    movement.axes.push_back(TakenAxis(source[axis], strides[static_cast<std::size_t>(axis)]));
  }
  sequence.Add(MakeMoveKernel("transpose", node.input(0), node.output(0), std::move(movement)));
  return Ok();
}

std::vector<OperatorCase> Cases() {
  const auto transpose = [](std::string name, Shape source, std::vector<int> permutation) {
    return OperatorCase{
        .name = std::move(name),
        .inputs = {{.shape = source}, {.shape = {source.rank()}, .is_constant = true, .integers = permutation}},
        .attributes = {}};
  };
  return {
      transpose("ChannelsFirst", {1, 3, 5, 8}, {0, 3, 1, 2}),
      transpose("ChannelsFirstOfPaddedSlices", {2, 3, 5, 7}, {0, 3, 1, 2}),
      transpose("ChannelsLast", {1, 7, 3, 5}, {0, 2, 3, 1}),
      transpose("HeightAndWidth", {1, 3, 5, 8}, {0, 2, 1, 3}),
      transpose("HeightAndWidthOfPaddedSlices", {2, 3, 5, 6}, {0, 2, 1, 3}),
      transpose("BatchAndHeight", {3, 2, 2, 5}, {1, 0, 2, 3}),
      transpose("WidthAndChannels", {1, 2, 4, 8}, {0, 1, 3, 2}),
      transpose("Reversed", {2, 3, 4, 5}, {3, 2, 1, 0}),
      transpose("Matrix", {3, 5}, {1, 0}),
      transpose("NegativeAxes", {3, 5}, {-1, -2}),
      transpose("Vector", {5}, {0}),
      transpose("OneElement", {1, 1, 1, 1}, {3, 1, 2, 0}),
      transpose("RankThree", {2, 3, 11}, {2, 0, 1}),
      transpose("ShuffledGroups", {1, 2, 3, 2, 4}, {0, 1, 2, 4, 3}),
      transpose("RankSix", {2, 3, 2, 1, 2, 5}, {5, 3, 0, 1, 4, 2}),
      transpose("RankSixWholeSlices", {2, 3, 2, 1, 2, 4}, {2, 4, 0, 1, 3, 5}),
  };
}

}  // namespace

const OperatorDef kTranspose = {.name = "TRANSPOSE",
                                .parse = Parse,
                                .infer_shapes = InferShapes,
                                .reference = Reference,
                                .gpu_support = MovableWithConstantShape,
                                .lower = Lower,
                                .cases = Cases};

}  // namespace mica::ops
