// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "engine/prepare.h"
#include "gpu/device.h"
#include "mica/mica.hpp"
#include "runtime/executable.h"

namespace mica {

struct Session::Impl {
  std::vector<TensorInfo> inputs;
  std::vector<TensorInfo> outputs;
  std::unique_ptr<gpu::Device> device;  // Outlives the executable, which is declared behind it.
  std::unique_ptr<runtime::Executable> executable;
  gpu::WaitMode wait_mode = gpu::WaitMode::kPassive;
  SessionReport report;
};

namespace api {

// The device as the planner is to see it.
gpu::DeviceInfo PlanningInfo(const SessionOptions& options, gpu::DeviceInfo device);

// What `auto` means on a device.
plan::PlanOptions MakePlanOptions(const SessionOptions& options, const gpu::DeviceInfo& device, const Model& model);

// The session, and the optimized graph it was planned from.
struct CreatedSession {
  std::unique_ptr<Session::Impl> session;
  graph::Graph graph;
};
Result<CreatedSession> CreateSession(const Model& model, const SessionOptions& options, bool expose_intermediates);

}  // namespace api
}  // namespace mica
