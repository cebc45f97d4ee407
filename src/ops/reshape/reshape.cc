// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// RESHAPE, SQUEEZE and EXPAND_DIMS: the same elements in the same order, counted by other dimensions.
#include "ops/reshape/reshape.h"

#include <algorithm>

#include "ops/movement/move_kernel.h"
#include "ops/movement/shape_inputs.h"
#include "ops/reshape/cases.h"
#include "ops/reshape/new_shape.h"

namespace mica::ops {
namespace {

std::vector<int> ToVector(const flatbuffers::Vector<std::int32_t>* numbers) {
  return numbers == nullptr ? std::vector<int>() : std::vector<int>(numbers->begin(), numbers->end());
}

Result<std::any> ParseReshape(const OperatorReader& op) {
  // The second input may be there or not.
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/std::clamp(op.input_count(), 1, 2), /*outputs=*/1));
  const auto* options = op.Options<schema::ReshapeOptions>();
  return ReshapeAttributes{options == nullptr ? std::vector<int>() : ToVector(options->new_shape())};
}

Result<std::any> ParseSqueeze(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/1, /*outputs=*/1));
  const auto* options = op.Options<schema::SqueezeOptions>();
  return SqueezeAttributes{options == nullptr ? std::vector<int>() : ToVector(options->squeeze_dims())};
}

Result<std::any> ParseExpandDims(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/1));
  return std::any();
}

// The second input gives the shape where it is an int32 vector; TFLite overlooks any other.
Result<std::vector<std::int64_t>> ReshapeDims(const NodeView& node) {
  if (node.has_input(1) && node.input(1).desc.type == DataType::kInt32 && node.input(1).desc.shape.rank() == 1) {
    return ReadIntegers(node.input(1), "the new shape");
  }
  const std::vector<int>& dims = node.attributes<ReshapeAttributes>().new_shape;
  if (dims == std::vector<int>{0}) return std::vector<std::int64_t>();  // How old files write the shape of a scalar.
  return std::vector<std::int64_t>(dims.begin(), dims.end());
}

Status InferReshape(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> dims, ReshapeDims(node));
  outputs[0].type = node.input(0).desc.type;
  ASSIGN_OR_RETURN(outputs[0].shape, Reshaped(node.input(0).desc.shape, dims));
  return Ok();
}

Status InferSqueeze(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  outputs[0].type = node.input(0).desc.type;
  ASSIGN_OR_RETURN(outputs[0].shape, Squeezed(node.input(0).desc.shape, node.attributes<SqueezeAttributes>().axes));
  return Ok();
}

Status InferExpandDims(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const std::int64_t axis, ReadScalar(node.input(1), "the axis"));
  outputs[0].type = node.input(0).desc.type;
  ASSIGN_OR_RETURN(outputs[0].shape, Expanded(node.input(0).desc.shape, axis));
  return Ok();
}

void Reference(const NodeView&, HostInputs inputs, HostOutputs outputs) {
  std::ranges::copy(inputs[0]->bytes(), outputs[0].bytes().begin());
}

Status Lower(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  const Shape& result = node.output(0).desc.shape;
  const std::vector<int> strides = RowMajorStrides(result);
  Movement movement;
  for (int axis = 0; axis < result.rank(); ++axis) {
    movement.axes.push_back(TakenAxis(result[axis], strides[static_cast<std::size_t>(axis)]));
  }
  sequence.Add(MakeMoveKernel("reshape", node.input(0), node.output(0), std::move(movement)));
  return Ok();
}

// All of it, where rows and columns alone are counted anew.
std::vector<Piece> Pieces(const NodeView& node) {
  return {{.part = &node.output(0), .whole = &node.input(0)}};
}

}  // namespace

const OperatorDef kReshape = {.name = "RESHAPE",
                              .parse = ParseReshape,
                              .infer_shapes = InferReshape,
                              .reference = Reference,
                              .gpu_support = MovableWithConstantShape,
                              .lower = Lower,
                              .pieces = Pieces,
                              .cases = ReshapeCases};

const OperatorDef kSqueeze = {.name = "SQUEEZE",
                              .parse = ParseSqueeze,
                              .infer_shapes = InferSqueeze,
                              .reference = Reference,
                              .gpu_support = MovableWithConstantShape,
                              .lower = Lower,
                              .pieces = Pieces,
                              .cases = SqueezeCases};

const OperatorDef kExpandDims = {.name = "EXPAND_DIMS",
                                 .parse = ParseExpandDims,
                                 .infer_shapes = InferExpandDims,
                                 .reference = Reference,
                                 .gpu_support = MovableWithConstantShape,
                                 .lower = Lower,
                                 .pieces = Pieces,
                                 .cases = ExpandDimsCases};

}  // namespace mica::ops
