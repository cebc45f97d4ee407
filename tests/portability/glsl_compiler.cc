// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "glsl_compiler.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

#include "base/check.h"

namespace mica::portability {
namespace {

// glslang keeps tables for the whole process.
void StartOnce() {
  struct Library {
    Library() { MICA_CHECK(glslang::InitializeProcess(), "glslang does not start."); }
    ~Library() { glslang::FinalizeProcess(); }
  };
  static const Library library;
}

constexpr int kDefaultVersion = 100;  // Every text has a version line of its own.

}  // namespace

std::string CompileGlsl(const std::string& text, gpu::Language language) {
  StartOnce();
  const char* source = text.c_str();
  glslang::TShader shader(EShLangCompute);
  shader.setStrings(&source, 1);
  auto messages = EShMsgDefault;
  if (language == gpu::Language::kGlslVulkan) {
    shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, kDefaultVersion);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_0);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
    messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  }
  if (!shader.parse(GetDefaultResources(), kDefaultVersion, /*forwardCompatible=*/false, messages)) {
    return shader.getInfoLog();
  }
  glslang::TProgram program;
  program.addShader(&shader);
  return program.link(messages) ? "" : program.getInfoLog();
}

std::string PreprocessGlsl(const std::string& text) {
  StartOnce();
  const char* source = text.c_str();
  glslang::TShader shader(EShLangCompute);
  shader.setStrings(&source, 1);
  glslang::TShader::ForbidIncluder includer;
  std::string expanded;
  const bool ok = shader.preprocess(GetDefaultResources(), kDefaultVersion, ENoProfile, false, false, EShMsgDefault,
                                    &expanded, includer);
  return ok ? expanded : text;
}

}  // namespace mica::portability
