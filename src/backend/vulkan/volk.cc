// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// The loader of Vulkan's functions, which is one header and one source, is compiled here.
#define VOLK_IMPLEMENTATION
#include <volk.h>
