// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "operator/host_tensor.h"
#include "operator/lowering.h"
#include "operator/node_view.h"
#include "operator/operator_case.h"
#include "operator/operator_reader.h"

namespace mica {

// Whether the GPU takes a node; where not, the rule it breaks: `mica inspect`, docs/ops.md and partition show it.
struct Support {
  std::string rule;  // Empty: yes.
  std::string got;
  std::string allowed;

  bool ok() const { return rule.empty(); }
};

inline Support Yes() {
  return {};
}
inline Support No(std::string rule, std::string got, std::string allowed) {
  return {std::move(rule), std::move(got), std::move(allowed)};
}

// A value that is a stretch of another, which begins at these indices as the GPU sees both.
struct Piece {
  const graph::Value* part = nullptr;
  const graph::Value* whole = nullptr;
  int batch = 0;
  int y = 0;
  int x = 0;
  int channel = 0;
};

using HostInputs = std::span<const HostTensor* const>;  // nullptr: an optional input that is not given.
using HostOutputs = std::span<HostTensor>;              // Allocated with the inferred shapes.

// All that Mica knows of one operator. Plain functions; every one is pure.
struct OperatorDef {
  std::string_view name;  // As the format spells it: "CONV_2D".

  // The file's options → typed attributes. Fails only where the model is invalid: accepts all that TFLite allows.
  Result<std::any> (*parse)(const OperatorReader& op) = nullptr;

  // The activation that the file fuses into this operator. The importer makes it a node of its own.
  schema::ActivationFunctionType (*fused_activation)(const OperatorReader& op) = nullptr;

  // Types and shapes of the outputs; fails where the inputs do not fit each other. Constant inputs may be read.
  Status (*infer_shapes)(const NodeView& node, std::span<graph::TensorDesc> outputs) = nullptr;

  // The obvious CPU code, the judge of all kernels.
  void (*reference)(const NodeView& node, HostInputs inputs, HostOutputs outputs) = nullptr;

  // Which element types of its first input the reference can read; nullptr: float32 alone.
  bool (*reference_types)(DataType type) = nullptr;
  bool ReferenceTakes(DataType type) const {
    return reference_types != nullptr ? reference_types(type) : type == DataType::kFloat32;
  }

  Support (*gpu_support)(const NodeView& node, const gpu::DeviceInfo& device) = nullptr;

  // Exactly one of these two. `lower` emits kernels that write the node's outputs. `step` makes an element-wise node a
  // step of the kernel that produces input `value_slot`: it costs no dispatch.
  Status (*lower)(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) = nullptr;
  Result<StepRequest> (*step)(const NodeView& node, int value_slot) = nullptr;

  // For operators that only put tensors together or apart: their inputs as pieces of the output, or their outputs as
  // pieces of the input. Where the layout lets pieces share the memory of their whole, `lower` is not needed. May be
  // empty for a node that has no such form.
  std::vector<Piece> (*pieces)(const NodeView& node) = nullptr;

  // Multiply-adds of one run; nullptr: none worth counting.
  std::int64_t (*multiply_adds)(const NodeView& node) = nullptr;

  // Shapes × attributes for conformance on every backend, micro-benchmarks, the operator matrix and fuzz seeds.
  std::vector<OperatorCase> (*cases)() = nullptr;
};

// `.fused_activation = ActivationOf<schema::Conv2DOptions>`
template <typename Table>
schema::ActivationFunctionType ActivationOf(const OperatorReader& op) {
  const Table* options = op.Options<Table>();
  return options == nullptr ? schema::ActivationFunctionType_NONE : options->fused_activation_function();
}

// `.reference_types = AnyFixedSizeType`: for operators that move elements and never look at them.
inline bool AnyFixedSizeType(DataType type) {
  return ElementBytes(type) > 0;
}

// For operators without options.
Result<std::any> ParseNothing(const OperatorReader& op);

// Fails unless the file gives exactly so many inputs, none of them left out, and so many outputs.
Status CheckArity(const OperatorReader& op, int inputs, int outputs);

// The rule most operators share: run-time inputs and outputs are float32.
Support FloatTensorsOnly(const NodeView& node, const gpu::DeviceInfo& device);

// The rule of layers: weights (input 1) and bias (input 2, where given) are float32 constants, all else as above.
Support ConstantFloatWeights(const NodeView& node, const gpu::DeviceInfo& device);

}  // namespace mica
