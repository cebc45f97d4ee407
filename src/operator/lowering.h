// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "gpu/device_info.h"
#include "graph/graph.h"
#include "kernel/kernel.h"
#include "operator/packing.h"

// How an operator becomes kernels. An operator describes kernels over graph values; where those values live, which
// bindings they take and which steps follow is the planner's business.
namespace mica {

enum class Precision {
  kFp32,  // Everything in 32 bits.
  kFp16,  // 16-bit storage of tensors and weights, 32-bit arithmetic.
};

struct LoweringContext {
  const gpu::DeviceInfo& device;
  Precision precision = Precision::kFp32;
  // Where the planner put a value; kernels may be chosen by it.
  std::function<kernel::TensorType(const graph::Value&)> type_of;
};

// A tensor under the name that the kernel's text gives it.
struct NamedTensor {
  std::string name;
  const graph::Value* value = nullptr;
  bool broadcast_channels = false;  // See kernel::TensorArgument. Always so for what a step reads.
  // Each element is read by the invocation that writes the element at the same place, before it does: where both have
  // one type, the result may take the memory of what was read.
  bool may_be_overwritten = false;
};

// A constant under the name that the kernel's text gives it, packed for it. Its `packing` walks the value's elements.
struct NamedConstant {
  std::string name;
  const graph::Value* value = nullptr;  // nullptr: as many zeros as the packing has elements (a bias left out).
  Packing packing;
};

// One element-wise node as a step of the kernel that produces its `value` input.
struct StepRequest {
  std::string text;
  std::vector<kernel::Definition> definitions;
  std::vector<NamedTensor> reads;
};

// A value that only one kernel computes and reads, and that is never stored: see kernel::InnerTensor.
struct InnerValue {
  std::string name;
  Shape shape;
  std::vector<StepRequest> steps;
};

struct KernelRequest {
  std::string name;  // "conv_2d_1x1": for messages, profiles and traces.
  std::string text;
  std::vector<kernel::Definition> definitions;
  std::vector<NamedTensor> reads;
  std::vector<NamedTensor> writes;
  std::vector<NamedConstant> constants;
  std::optional<InnerValue> inner;
  std::vector<kernel::SharedArray> shared;
  bool uses_subgroups = false;          // See kernel::Kernel.
  bool uses_matrices = false;           // The same.
  std::array<int, 3> grid = {1, 1, 1};  // Invocations wanted; rounded up to whole work groups.
  // Where the kernel's text depends on it (shared memory). Otherwise a rule on DeviceInfo picks it.
  std::optional<std::array<int, 3>> group_size;
  std::int64_t multiply_adds = 0;
};

// Collects the kernels of one node, in the order in which they run.
class KernelSequence {
 public:
  // Scratch tensors live from their first to their last use within the sequence.
  using MakeScratch = std::function<const graph::Value&(graph::TensorDesc)>;
  explicit KernelSequence(MakeScratch make_scratch) : make_scratch_(std::move(make_scratch)) {}

  void Add(KernelRequest request) { kernels_.push_back(std::move(request)); }
  const graph::Value& AddScratch(graph::TensorDesc desc) { return make_scratch_(std::move(desc)); }
  std::vector<KernelRequest>& kernels() { return kernels_; }

 private:
  MakeScratch make_scratch_;
  std::vector<KernelRequest> kernels_;
};

}  // namespace mica
