// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/query_info.h"

#include <algorithm>
#include <thread>

#include "backend/gl/timestamps.h"

namespace mica::gl {
namespace {

struct RendererKind {
  std::string_view name;
  gpu::DeviceKind kind;
};

// The first that is part of the renderer's name counts: "zink (llvmpipe ...)" is software, a Tegra no discrete GPU.
// AMD is left out: one name, "AMD Radeon Graphics", serves both kinds.
constexpr RendererKind kRendererKinds[] = {
    {"llvmpipe", gpu::DeviceKind::kSoftware},     {"softpipe", gpu::DeviceKind::kSoftware},
    {"swrast", gpu::DeviceKind::kSoftware},       {"SwiftShader", gpu::DeviceKind::kSoftware},
    {"Tegra", gpu::DeviceKind::kIntegrated},      {"NVIDIA", gpu::DeviceKind::kDiscrete},
    {"GeForce", gpu::DeviceKind::kDiscrete},      {"Quadro", gpu::DeviceKind::kDiscrete},
    {"Intel(R) Arc", gpu::DeviceKind::kDiscrete}, {"Intel", gpu::DeviceKind::kIntegrated},
    {"Adreno", gpu::DeviceKind::kIntegrated},     {"FD", gpu::DeviceKind::kIntegrated},
    {"Mali", gpu::DeviceKind::kIntegrated},       {"Immortalis", gpu::DeviceKind::kIntegrated},
    {"PowerVR", gpu::DeviceKind::kIntegrated},    {"V3D", gpu::DeviceKind::kIntegrated},
    {"Apple", gpu::DeviceKind::kIntegrated},      {"Xclipse", gpu::DeviceKind::kIntegrated},
};

int GetInt(const Gl& gl, GLenum name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return value;
}

std::size_t GetBytes(const Gl& gl, GLenum name) {
  GLint64 value = 0;
  gl.GetInteger64v(name, &value);
  return static_cast<std::size_t>(std::max<GLint64>(value, 0));
}

std::array<int, 3> GetThreeInts(const Gl& gl, GLenum name) {
  std::array<int, 3> values = {};
  for (GLuint axis = 0; axis < 3; ++axis) gl.GetIntegeri_v(name, axis, &values[axis]);
  return values;
}

std::string GetText(const Gl& gl, GLenum name) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
  return text == nullptr ? "" : text;
}

// A program's buffers are bounded twice: by what a shader may declare and by what the context can bind.
void QueryBindingLimits(const Gl& gl, gpu::DeviceInfo& info) {
  info.max_storage_buffers =
      std::min(GetInt(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS), GetInt(gl, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
  info.max_buffers_and_storage_images = GetInt(gl, GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES);
  info.max_storage_images = std::min(GetInt(gl, GL_MAX_COMPUTE_IMAGE_UNIFORMS), GetInt(gl, GL_MAX_IMAGE_UNITS));
  info.max_sampled_images = GetInt(gl, GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS);
  info.max_image_size = GetInt(gl, GL_MAX_TEXTURE_SIZE);
  info.max_image_layers = GetInt(gl, GL_MAX_ARRAY_TEXTURE_LAYERS);
  info.max_buffer_bytes = GetBytes(gl, GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
  info.buffer_offset_alignment = std::max<std::size_t>(GetBytes(gl, GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), 1);
}

void QueryGroupLimits(const Gl& gl, gpu::DeviceInfo& info) {
  info.max_group_invocations = GetInt(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
  info.max_group_size = GetThreeInts(gl, GL_MAX_COMPUTE_WORK_GROUP_SIZE);
  info.max_group_count = GetThreeInts(gl, GL_MAX_COMPUTE_WORK_GROUP_COUNT);
  info.shared_memory_bytes = GetBytes(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
}

}  // namespace

gpu::DeviceKind KindOfRenderer(std::string_view renderer) {
  for (const auto& [name, kind] : kRendererKinds) {
    if (renderer.find(name) != std::string_view::npos) return kind;
  }
  return gpu::DeviceKind::kUnknown;
}

Result<gpu::DeviceInfo> QueryInfo(const Gl& gl) {
  gpu::DeviceInfo info;
  info.backend = "gl";
  info.name = GetText(gl, GL_RENDERER);
  info.vendor = GetText(gl, GL_VENDOR);
  info.driver = GetText(gl, GL_VERSION);
  info.kind = KindOfRenderer(info.name);
  info.language = gpu::Language::kGlslEs;
  QueryBindingLimits(gl, info);
  QueryGroupLimits(gl, info);
  if (info.is_software()) info.compute_units = static_cast<int>(std::thread::hardware_concurrency());
  info.has_timestamps = CountTimestampBits(gl) > 0;
  RETURN_IF_ERROR(gl.Check().WithContext("the limits of {}", info.name));
  return info;
}

}  // namespace mica::gl
