// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// SLICE and STRIDED_SLICE: a part of the source, a range of each of its axes.
#include "ops/slice/slice.h"

#include "ops/movement/element_copy.h"
#include "ops/movement/move_kernel.h"
#include "ops/movement/shape_inputs.h"
#include "ops/slice/cases.h"
#include "ops/slice/taken_part.h"

namespace mica::ops {
namespace {

using PartOf = Result<TakenPart>(const NodeView&);

Result<std::any> ParseSlice(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/3, /*outputs=*/1));
  return std::any();
}

Result<std::any> ParseStridedSlice(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/4, /*outputs=*/1));
  const auto* options = op.Options<schema::StridedSliceOptions>();
  if (options == nullptr) return StridedSliceAttributes{};
  return StridedSliceAttributes{.begin_mask = options->begin_mask(),
                                .end_mask = options->end_mask(),
                                .ellipsis_mask = options->ellipsis_mask(),
                                .new_axis_mask = options->new_axis_mask(),
                                .shrink_axis_mask = options->shrink_axis_mask(),
                                .offset = options->offset()};
}

template <PartOf kPartOf>
Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const TakenPart part, kPartOf(node));
  outputs[0].type = node.input(0).desc.type;
  outputs[0].shape = part.result;
  return Ok();
}

template <PartOf kPartOf>
void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const TakenPart part = Accepted(kPartOf(node));
  const HostTensor& source = *inputs[0];
  std::vector<int> counts;
  for (const TakenRange& range : part.ranges) counts.push_back(range.count);
  std::int64_t to = 0;
  ForEachIndex(Shape(counts), [&](const Index& at) {
    Index from{};
    for (std::size_t axis = 0; axis < part.ranges.size(); ++axis) {
      from[axis] = part.ranges[axis].begin + at[axis] * part.ranges[axis].stride;
    }
    CopyElement(source, source.shape().OffsetOf(from), outputs[0], to++);
  });
}

template <PartOf kPartOf>
Status Lower(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  ASSIGN_OR_RETURN(const TakenPart part, kPartOf(node));
  sequence.Add(MakeMoveKernel("slice", node.input(0), node.output(0), MovementOf(part, node.input(0).desc.shape)));
  return Ok();
}

}  // namespace

const OperatorDef kSlice = {.name = "SLICE",
                            .parse = ParseSlice,
                            .infer_shapes = InferShapes<PartOfSlice>,
                            .reference = Reference<PartOfSlice>,
                            .gpu_support = MovableWithConstantShape,
                            .lower = Lower<PartOfSlice>,
                            .cases = SliceCases};

const OperatorDef kStridedSlice = {.name = "STRIDED_SLICE",
                                   .parse = ParseStridedSlice,
                                   .infer_shapes = InferShapes<PartOfStridedSlice>,
                                   .reference = Reference<PartOfStridedSlice>,
                                   .gpu_support = MovableWithConstantShape,
                                   .lower = Lower<PartOfStridedSlice>,
                                   .cases = StridedSliceCases};

}  // namespace mica::ops
