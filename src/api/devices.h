// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "gpu/device.h"
#include "mica/mica.hpp"

// The one place that names the backends.
namespace mica::api {

Result<std::unique_ptr<gpu::Device>> CreateDevice(const SessionOptions& options);

DeviceDescription Describe(const gpu::DeviceInfo& info);

}  // namespace mica::api
