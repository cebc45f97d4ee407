// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "ops/conv_2d/convolution.h"

namespace mica::ops {

// A grouped convolution whose groups do not fill whole slices of channels.
KernelRequest UnalignedGroupsConvolution(const Convolution& conv);

}  // namespace mica::ops
