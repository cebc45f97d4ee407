// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// PAD and PADV2: the source with a border of one value around it. TFLite lets both take or leave out that value.
#include "ops/pad/pad.h"

#include <algorithm>
#include <cmath>

#include "ops/movement/element_copy.h"
#include "ops/movement/move_kernel.h"
#include "ops/movement/shape_inputs.h"

namespace mica::ops {
namespace {

constexpr int kFillSlot = 2;

Result<std::any> Parse(const OperatorReader& op) {
  const int inputs = op.input_count();
  if (inputs < 2 || inputs > 3 || !op.has_input(0) || !op.has_input(1) || op.output_count() != 1) {
    return InvalidModel("takes 2 or 3 inputs and 1 output; {} and {} are given.", inputs, op.output_count());
  }
  return std::any();
}

Status CheckFill(const NodeView& node) {
  if (!node.has_input(kFillSlot)) return Ok();
  const graph::TensorDesc& fill = node.input(kFillSlot).desc;
  if (fill.type == node.input(0).desc.type && fill.elements() == 1) return Ok();
  return InvalidModel("the value of the padding must be one {}; it is {}.", ToString(node.input(0).desc.type),
                      ToString(fill));
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const Paddings paddings, PaddingsOf(node));
  RETURN_IF_ERROR(CheckFill(node));
  const graph::TensorDesc& source = node.input(0).desc;
  outputs[0].type = source.type;
  outputs[0].shape = source.shape;
  for (int axis = 0; axis < source.shape.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    outputs[0].shape.set(axis, paddings.before[i] + source.shape[axis] + paddings.after[i]);
  }
  return Ok();
}

// The stored number that stands for 0.
std::int64_t ZeroPoint(const graph::TensorDesc& desc) {
  const bool is_quantized =
      desc.type == DataType::kInt8 || desc.type == DataType::kUint8 || desc.type == DataType::kInt16;
  return is_quantized && !desc.quantization.zero_points.empty() ? desc.quantization.zero_points[0] : 0;
}

// The element with which the result is filled: the given one, else what stands for 0 in its type.
HostTensor FillElement(const HostTensor* given, const graph::TensorDesc& result) {
  if (given != nullptr) return *given;
  HostTensor zero({.type = result.type, .shape = {}, .quantization = {}});
  const std::int64_t stored = ZeroPoint(result);  // Little-endian: its first bytes are the number in any smaller type.
  const auto bytes = std::as_bytes(std::span(&stored, 1));
  std::ranges::copy(bytes.first(std::min(bytes.size(), zero.bytes().size())), zero.bytes().begin());
  return zero;
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const Paddings paddings = Accepted(PaddingsOf(node));
  const HostTensor& source = *inputs[0];
  HostTensor& result = outputs[0];
  const HostTensor fill = FillElement(inputs.size() > kFillSlot ? inputs[kFillSlot] : nullptr, result.desc());
  for (std::int64_t i = 0; i < result.shape().elements(); ++i) CopyElement(fill, 0, result, i);

  ForEachIndex(source.shape(), [&](const Index& from) {
    Index at = from;
    for (std::size_t axis = 0; axis < paddings.before.size(); ++axis) at[axis] += paddings.before[axis];
    CopyElement(source, source.shape().OffsetOf(from), result, result.shape().OffsetOf(at));
  });
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo& device) {
  if (Support support = MovableWithConstantShape(node, device); !support.ok()) return support;
  const float fill = FillOf(node).value_or(NAN);
  if (!std::isfinite(fill)) return No("the value of the padding is finite", fmt::format("{}", fill), "a finite value");
  return Yes();
}

Status Lower(const NodeView& node, const LoweringContext&, KernelSequence& sequence) {
  ASSIGN_OR_RETURN(const Paddings paddings, PaddingsOf(node));
  const Shape& source = node.input(0).desc.shape;
  const std::vector<int> strides = RowMajorStrides(source);
  Movement movement{.axes = {}, .fill = FillOf(node).value_or(0.0f)};
  for (int axis = 0; axis < source.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    movement.axes.push_back({.size = node.output(0).desc.shape[axis],
                             .stride = strides[i],
                             .start = 0,
                             .first = paddings.before[i],
                             .last = paddings.before[i] + source[axis]});
  }
  sequence.Add(MakeMoveKernel("pad", node.input(0), node.output(0), std::move(movement)));
  return Ok();
}

OperatorCase Pad(std::string name, Shape source, std::vector<int> paddings) {
  return {.name = std::move(name),
          .inputs = {{.shape = source}, {.shape = {source.rank(), 2}, .is_constant = true, .integers = paddings}},
          .attributes = {}};
}

OperatorCase PadV2(std::string name, Shape source, std::vector<int> paddings, float fill) {
  OperatorCase result = Pad(std::move(name), source, std::move(paddings));
  result.inputs.push_back({.shape = {}, .is_constant = true, .low = fill, .high = fill});
  return result;
}

std::vector<OperatorCase> PadCases() {
  return {
      Pad("Spatial", {1, 3, 5, 8}, {0, 0, 1, 1, 1, 1, 0, 0}),
      Pad("SpatialUneven", {1, 5, 3, 7}, {0, 0, 0, 1, 2, 0, 0, 0}),
      Pad("SpatialOneChannel", {2, 2, 2, 1}, {0, 0, 1, 0, 0, 1, 0, 0}),
      Pad("ChannelsBehindWholeSlices", {1, 2, 3, 8}, {0, 0, 0, 0, 0, 0, 0, 5}),
      Pad("ChannelsBehindPaddedSlices", {1, 2, 3, 6}, {0, 0, 0, 0, 0, 0, 0, 7}),
      Pad("ChannelsInFrontBySlices", {1, 2, 3, 5}, {0, 0, 0, 0, 0, 0, 4, 0}),
      Pad("ChannelsInFrontByOne", {1, 2, 3, 4}, {0, 0, 0, 0, 0, 0, 1, 2}),
      Pad("Batch", {2, 2, 2, 3}, {1, 2, 0, 0, 0, 0, 0, 0}),
      Pad("EveryAxis", {2, 3, 2, 5}, {1, 1, 2, 0, 0, 2, 3, 1}),
      Pad("Nothing", {1, 2, 3, 5}, {0, 0, 0, 0, 0, 0, 0, 0}),
      Pad("RankOne", {5}, {2, 4}),
      Pad("RankTwo", {3, 4}, {1, 0, 4, 4}),
      Pad("RankThree", {2, 3, 7}, {0, 1, 1, 0, 0, 0}),
      Pad("RankFive", {2, 2, 1, 3, 4}, {0, 1, 1, 0, 0, 0, 1, 1, 0, 0}),
      Pad("RankSix", {2, 1, 2, 1, 3, 3}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0}),
  };
}

std::vector<OperatorCase> PadV2Cases() {
  return {
      PadV2("Spatial", {1, 3, 5, 8}, {0, 0, 1, 1, 1, 1, 0, 0}, 2.5f),
      PadV2("SpatialPaddedSlices", {2, 3, 4, 7}, {0, 0, 0, 1, 2, 0, 0, 0}, -7.0f),
      PadV2("ChannelsBehindWholeSlices", {1, 2, 3, 8}, {0, 0, 0, 0, 0, 0, 0, 3}, 0.5f),
      PadV2("ChannelsBehindPaddedSlices", {1, 2, 3, 6}, {0, 0, 0, 0, 0, 0, 0, 6}, 0.5f),
      PadV2("ChannelsInFrontBySlices", {1, 2, 3, 5}, {0, 0, 0, 0, 0, 0, 8, 0}, -1.0f),
      PadV2("EveryAxis", {2, 3, 2, 5}, {1, 1, 2, 0, 0, 2, 3, 1}, 1.25f),
      PadV2("RankOne", {6}, {1, 1}, 3.0f),
      PadV2("RankFive", {2, 2, 1, 3, 4}, {0, 1, 1, 0, 0, 0, 1, 1, 4, 0}, -3.0f),
      Pad("WithoutValue", {1, 2, 2, 3}, {0, 0, 1, 1, 0, 0, 0, 1}),
  };
}

constexpr OperatorDef Define(std::string_view name, std::vector<OperatorCase> (*cases)()) {
  return {.name = name,
          .parse = Parse,
          .infer_shapes = InferShapes,
          .reference = Reference,
          .gpu_support = GpuSupport,
          .lower = Lower,
          .cases = cases};
}

}  // namespace

Result<Paddings> PaddingsOf(const NodeView& pad) {
  const Shape& source = pad.input(0).desc.shape;
  const Shape& given = pad.input(1).desc.shape;
  if (given != Shape{source.rank(), 2}) {
    return InvalidModel("the paddings of {} must have the shape [{}, 2]; it is {}.", ToString(source), source.rank(),
                        ToString(given));
  }
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> numbers, ReadIntegers(pad.input(1), "the paddings"));
  Paddings paddings;
  std::vector<std::int64_t> dims;
  for (int axis = 0; axis < source.rank(); ++axis) {
    const std::int64_t before = numbers[static_cast<std::size_t>(axis) * 2];
    const std::int64_t after = numbers[static_cast<std::size_t>(axis) * 2 + 1];
    if (before < 0 || after < 0) {
      return InvalidModel("the paddings of axis {} are {} and {}; they must not be negative.", axis, before, after);
    }
    dims.push_back(before + source[axis] + after);
    paddings.before.push_back(static_cast<int>(before));
    paddings.after.push_back(static_cast<int>(after));
  }
  // Also vouches for the casts: no padding is larger than its dimension.
  if (const Result<Shape> padded = CheckedShape(dims); !padded) return Unexpected(padded.error());
  return paddings;
}

std::optional<float> FillOf(const NodeView& pad) {
  if (!pad.has_input(kFillSlot)) return 0.0f;
  const graph::Value& fill = pad.input(kFillSlot);
  if (!fill.is_constant() || fill.desc.type != DataType::kFloat32 || fill.desc.elements() != 1) return std::nullopt;
  return ReadConstant<float>(*fill.constant, fill.desc.type)[0];
}

const OperatorDef kPad = Define("PAD", PadCases);
const OperatorDef kPadV2 = Define("PADV2", PadV2Cases);

}  // namespace mica::ops
