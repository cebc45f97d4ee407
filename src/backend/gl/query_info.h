// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string_view>

#include "backend/gl/driver.h"
#include "gpu/device_info.h"

namespace mica::gl {

// What the current context says of its GPU.
Result<gpu::DeviceInfo> QueryInfo(const Gl& gl);

// OpenGL does not tell what a GPU is, but its name mostly does.
gpu::DeviceKind KindOfRenderer(std::string_view renderer);

}  // namespace mica::gl
