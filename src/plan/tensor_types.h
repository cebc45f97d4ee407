// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <set>

#include "graph/graph.h"
#include "kernel/kernel.h"
#include "plan/planner.h"

namespace mica::plan {

// Decides how each value of a graph lies in memory. Inputs and outputs of the graph are row-major float32 buffers that
// the caller brings; everything between is sliced, in the storage that was asked for where the device can hold it.
class TensorTypes {
 public:
  TensorTypes(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options);

  kernel::TensorType Of(const graph::Value& value) const;
  bool IsExternal(const graph::Value& value) const { return externals_.contains(&value); }
  // A value of the planner's own that is written for the caller.
  void AddExternal(const graph::Value& value) { externals_.insert(&value); }

 private:
  bool FitsImage(const Shape& shape) const;

  const gpu::DeviceInfo& device_;
  PlanOptions options_;
  std::set<const graph::Value*> externals_;
};

// The image that holds a tensor whose storage is an image.
gpu::ImageDesc ImageOf(const kernel::TensorType& type);

}  // namespace mica::plan
