// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>

#include "gpu/device.h"

// The rules of the contract in gpu/device.h, said once. Every backend asks here before it asks its driver, so that a
// broken rule reads the same everywhere.
namespace mica::gpu {

Status CheckBufferSize(std::size_t size_bytes);
Status CheckImage(const DeviceInfo& info, const ImageDesc& desc);
// The language, the number of bindings of each kind, the work group. The text is the compiler's to judge.
Status CheckProgram(const DeviceInfo& info, const ProgramSource& source);

// A range as a binding: inside its buffer, aligned, and no larger than one binding may be.
Status CheckRange(const DeviceInfo& info, const BufferRange& range);
// That `externals` has an object for slot `slot`, and a good one.
Status CheckExternal(const DeviceInfo& info, int slot, ExternalBindings externals);
// A Read or a Write: inside the buffer.
Status CheckTransfer(const Buffer& buffer, std::size_t offset_bytes, std::size_t size_bytes);

}  // namespace mica::gpu
