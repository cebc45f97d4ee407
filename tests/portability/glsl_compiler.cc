// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "glsl_compiler.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

#include <spirv-tools/libspirv.hpp>

#include "backend/vulkan/shader_compiler.h"
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

std::string CompileEs(const std::string& text) {
  StartOnce();
  const char* source = text.c_str();
  glslang::TShader shader(EShLangCompute);
  shader.setStrings(&source, 1);
  if (!shader.parse(GetDefaultResources(), kDefaultVersion, /*forwardCompatible=*/false, EShMsgDefault)) {
    return shader.getInfoLog();
  }
  glslang::TProgram program;
  program.addShader(&shader);
  return program.link(EShMsgDefault) ? "" : program.getInfoLog();
}

// As the backend does it.
std::string CompileVulkan(const std::string& text) {
  const auto code = vulkan::CompileGlsl({.name = "kernel", .language = gpu::Language::kGlslVulkan, .text = text});
  if (!code) return code.error().message();
  std::string complaints;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t&, const char* message) { complaints += message; });
  return tools.Validate(code->words) ? "" : "spirv-val: " + complaints;
}

}  // namespace

std::string CompileGlsl(const std::string& text, gpu::Language language) {
  return language == gpu::Language::kGlslVulkan ? CompileVulkan(text) : CompileEs(text);
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
