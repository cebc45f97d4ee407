// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <vector>

#include "gpu/device.h"
#include "graph/graph.h"
#include "plan/plan.h"
#include "runtime/compile.h"

namespace mica::runtime {

struct BuildTimes {
  double compile_ms = 0;
  double upload_ms = 0;  // Memory, constants and recording.
};

// A plan on a device: compiled, uploaded and recorded, with buffers of its own in the external slots. Knows no
// operator.
class Executable {
 public:
  // `graph` gives the constants that the plan's recipes name; it is not needed afterwards. The device must outlive it.
  static Result<std::unique_ptr<Executable>> Build(gpu::Device& device, plan::Plan plan, const graph::Graph& graph,
                                                   const Progress& progress);

  const plan::Plan& plan() const { return plan_; }
  const BuildTimes& times() const { return times_; }

  // The bytes of an external slot, row-major.
  std::size_t SlotBytes(int slot) const { return externals_[static_cast<std::size_t>(slot)].size_bytes; }
  Status WriteSlot(int slot, std::span<const std::byte> bytes);
  Status ReadSlot(int slot, std::span<std::byte> bytes);

  // The raw bytes of a tensor that lives in a buffer, as the last run left them: for tests.
  Status ReadTensor(int tensor, std::span<std::byte> bytes);

  // Starts one run; Wait waits for all that were started.
  Status Start();
  Status Wait(gpu::WaitMode mode);

  // Runs once with timestamps and says when each dispatch was on the GPU, each waiting for the one before it. The first
  // call records anew; only where the device has timestamps.
  Result<std::vector<gpu::DispatchTime>> TimeDispatches();

  // Fills all tensor memory with NaN: tests see who reads what was never written.
  Status Poison();

 private:
  Executable(gpu::Device& device, plan::Plan plan) : device_(device), plan_(std::move(plan)) {}

  Status CreateMemory();
  Status UploadConstants(const graph::Graph& graph);
  Result<std::unique_ptr<gpu::Recording>> Record(const gpu::RecordOptions& options) const;
  gpu::Binding Resolve(const plan::PlannedBinding& binding) const;

  gpu::Device& device_;
  plan::Plan plan_;
  BuildTimes times_;
  std::vector<std::unique_ptr<gpu::Program>> programs_;
  std::vector<std::unique_ptr<gpu::Buffer>> tensor_buffers_;
  std::vector<std::unique_ptr<gpu::Buffer>> constant_buffers_;
  std::vector<std::unique_ptr<gpu::Buffer>> external_buffers_;
  std::vector<std::unique_ptr<gpu::Image>> images_;
  std::vector<gpu::BufferRange> externals_;
  std::unique_ptr<gpu::Recording> recording_;
  std::unique_ptr<gpu::Recording> timed_recording_;  // Made when it is first asked for.
  gpu::Event last_event_ = 0;
  bool has_started_ = false;
};

}  // namespace mica::runtime
