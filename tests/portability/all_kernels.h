// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <functional>
#include <string>

#include "gpu/device_info.h"
#include "plan/fusion.h"

namespace mica::portability {

inline constexpr std::array kLanguages = {gpu::Language::kGlslEs, gpu::Language::kGlslVulkan, gpu::Language::kOpenClC};

// One kernel with its steps, as its author wrote it and as each language has it.
struct EmittedKernel {
  std::string where;  // "CONV_2D/Dilated, fp16, texture, hardware GPU"
  const plan::FusedKernel* source = nullptr;
  std::array<std::string, kLanguages.size()> texts;  // In the order of kLanguages.
};

// Calls `visit` for every kernel of every operator's case list, for fp32 and fp16, buffers and textures, as a whole
// network and within one, and for both kinds of device that kernels are chosen by.
void VisitAllKernels(const std::function<void(const EmittedKernel& kernel)>& visit);

// Calls `visit` for every program that only Vulkan devices with subgroups or cooperative matrices get, over the same
// cases: `text` is Vulkan GLSL.
void VisitFeatureKernels(const std::function<void(const std::string& where, const std::string& text)>& visit);

}  // namespace mica::portability
