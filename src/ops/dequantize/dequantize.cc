// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/dequantize/dequantize.h"

#include "base/half.h"

// DEQUANTIZE: float32 from float16, or from integers by real = scale * (stored - zero_point).
//
// Of a constant (the fp16 weights of a converted model) it is folded when the model is read, so it has no kernel.
namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/1, /*outputs=*/1));
  return std::any();
}

Status CheckQuantization(const graph::TensorDesc& input) {
  const graph::Quantization& quantization = input.quantization;
  const std::size_t scales = quantization.scales.size();
  if (quantization.empty()) return InvalidModel("the {} input has no scale.", ToString(input.type));
  if (!quantization.zero_points.empty() && quantization.zero_points.size() != scales) {
    return InvalidModel("the input has {} scales and {} zero points.", scales, quantization.zero_points.size());
  }
  if (scales == 1) return Ok();
  const int axis = quantization.axis;
  if (axis < 0 || axis >= input.shape.rank()) {
    return InvalidModel("the input is quantized along axis {}; its rank is {}.", axis, input.shape.rank());
  }
  if (scales != static_cast<std::size_t>(input.shape[axis])) {
    return InvalidModel("the input has {} scales along an axis of size {}.", scales, input.shape[axis]);
  }
  return Ok();
}

bool IsQuantizedInteger(DataType type) {
  return type == DataType::kInt8 || type == DataType::kUint8 || type == DataType::kInt16;
}

bool ReferenceTypes(DataType type) {
  return type == DataType::kFloat16 || IsQuantizedInteger(type);
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const graph::TensorDesc& input = node.input(0).desc;
  outputs[0] = {.type = DataType::kFloat32, .shape = input.shape};
  if (IsQuantizedInteger(input.type) || input.type == DataType::kInt4) return CheckQuantization(input);
  if (input.type == DataType::kFloat16) return Ok();
  return InvalidModel("the input is {}; float16, int4, int8, uint8 or int16 is needed.", ToString(input.type));
}

// Which of the scales element `offset` takes.
std::size_t ScaleIndex(const graph::TensorDesc& input, std::size_t offset) {
  if (input.quantization.scales.size() == 1) return 0;
  std::size_t inner = 1;  // Elements that share an index of the axis, one behind the other.
  for (int axis = input.shape.rank() - 1; axis > input.quantization.axis; --axis) {
    inner *= static_cast<std::size_t>(input.shape[axis]);
  }
  return offset / inner % input.quantization.scales.size();
}

template <typename Stored>
void Dequantize(const graph::TensorDesc& desc, std::span<const Stored> stored, std::span<float> real) {
  const auto& [scales, zero_points, axis] = desc.quantization;
  for (std::size_t i = 0; i < real.size(); ++i) {
    const std::size_t at = ScaleIndex(desc, i);
    const std::int64_t zero_point = zero_points.empty() ? 0 : zero_points[at];
    real[i] = scales[at] * static_cast<float>(stored[i] - zero_point);
  }
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const graph::TensorDesc& desc = node.input(0).desc;
  const HostTensor& x = *inputs[0];
  const std::span<float> y = outputs[0].data<float>();
  switch (desc.type) {
    case DataType::kFloat16:
      std::ranges::transform(x.data<std::uint16_t>(), y.begin(), HalfToFloat);
      return;
    case DataType::kInt8:
      return Dequantize(desc, x.data<std::int8_t>(), y);
    case DataType::kUint8:
      return Dequantize(desc, x.data<std::uint8_t>(), y);
    case DataType::kInt16:
      return Dequantize(desc, x.data<std::int16_t>(), y);
    default:
      MICA_CHECK(false, "no reference for {} elements.", ToString(desc.type));
  }
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo&) {
  const graph::Value& input = node.input(0);
  return No("only constants are dequantized, when the model is read",
            fmt::format("{} {}", input.is_constant() ? "constant" : "run-time", ToString(input.desc)),
            "a constant that was folded");
}

// A case's inputs are float32 or int32, of which there is nothing to dequantize: the unit tests stand alone.
std::vector<OperatorCase> NoCases() {
  return {};
}

}  // namespace

const OperatorDef kDequantize = {
    .name = "DEQUANTIZE",
    .parse = Parse,
    .infer_shapes = InferShapes,
    .reference = Reference,
    .reference_types = ReferenceTypes,
    .gpu_support = GpuSupport,
    .cases = NoCases,
};

}  // namespace mica::ops
