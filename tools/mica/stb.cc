// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// The bodies of the single-header libraries, compiled once.
#define STB_IMAGE_IMPLEMENTATION
#define STBI_FAILURE_USERMSG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
