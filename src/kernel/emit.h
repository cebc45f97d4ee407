// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "gpu/device.h"
#include "kernel/kernel.h"

namespace mica::kernel {

// The program of a kernel in one language. Binding points, in order: the kernel's tensors, each step's tensors, then,
// where there are constants, the constants' buffer.
gpu::ProgramSource Emit(const Kernel& kernel, gpu::Language language);

}  // namespace mica::kernel
