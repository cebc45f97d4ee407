// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/shader_compiler.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <optional>
#include <string>

#include "base/check.h"
#include "gpu/compile_log.h"

namespace mica::vulkan {
namespace {

constexpr auto kMessages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
constexpr int kDefaultVersion = 450;  // Of texts without a version line.

// glslang keeps tables for the whole process.
void StartOnce() {
  static const bool has_started = glslang::InitializeProcess();
  MICA_CHECK(has_started, "glslang does not start.");
}

Failure CompileError(const gpu::ProgramSource& source, std::string log) {
  while (!log.empty() && log.back() == '\n') log.pop_back();
  const std::optional<int> line = gpu::FindErrorLine(log);
  return DeviceError("{}: the program does not compile: {}{}{}", source.name, log, line ? "\n" : "",
                     line ? gpu::NumberedLines(source.text, *line) : "");
}

}  // namespace

Result<SpirV> CompileGlsl(const gpu::ProgramSource& source) {
  StartOnce();
  const char* text = source.text.data();
  const auto length = static_cast<int>(source.text.size());
  glslang::TShader shader(EShLangCompute);
  shader.setStringsWithLengths(&text, &length, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, kDefaultVersion);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  if (!shader.parse(GetDefaultResources(), kDefaultVersion, /*forwardCompatible=*/false, kMessages)) {
    return CompileError(source, shader.getInfoLog());
  }
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(kMessages) || !program.buildReflection()) return CompileError(source, program.getInfoLog());

  SpirV compiled;
  for (unsigned axis = 0; axis < 3; ++axis) {
    compiled.group_size[axis] = static_cast<int>(program.getLocalSize(static_cast<int>(axis)));
  }
  glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), compiled.words);
  return compiled;
}

}  // namespace mica::vulkan
