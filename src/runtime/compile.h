// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"

namespace mica::runtime {

using Progress = std::function<void(int done, int total)>;

// Compiles all programs, several at a time where the device takes calls from several threads. `progress` is called from
// the calling thread only. Of several errors the one of the first program is returned.
Result<std::vector<std::unique_ptr<gpu::Program>>> CompileAll(gpu::Device& device,
                                                              std::span<const gpu::ProgramSource> sources,
                                                              const Progress& progress);

}  // namespace mica::runtime
