// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/program.h"

#include <algorithm>
#include <string>

#include "gpu/compile_log.h"

namespace mica::gl {
namespace {

// Shaders and programs answer through two families of the same functions.
template <typename GetParameter, typename GetInfoLog>
std::string ReadLog(GLuint name, const GetParameter& get_parameter, const GetInfoLog& get_info_log) {
  GLint length = 0;
  get_parameter(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 0)), '\0');
  GLsizei written = 0;
  if (!log.empty()) get_info_log(name, length, &written, log.data());
  log.resize(static_cast<std::size_t>(std::clamp(written, 0, length)));
  while (!log.empty() && (log.back() == '\n' || log.back() == '\0')) log.pop_back();
  return log.empty() ? "the driver gives no reason" : log;
}

Failure CompileError(const gpu::ProgramSource& source, const std::string& log) {
  const std::optional<int> line = gpu::FindErrorLine(log);
  return DeviceError("{}: the driver does not compile the program: {}{}{}", source.name, log, line ? "\n" : "",
                     line ? gpu::NumberedLines(source.text, *line) : "");
}

Result<ObjectName> CompileShader(Context& context, const gpu::ProgramSource& source) {
  const Gl& gl = context.gl();
  ObjectName shader(context, ObjectKind::kShader, gl.CreateShader(GL_COMPUTE_SHADER));
  RETURN_IF_ERROR(gl.Check().WithContext("{}: no shader object", source.name));
  const char* text = source.text.data();
  const auto length = static_cast<GLint>(source.text.size());
  gl.ShaderSource(*shader, 1, &text, &length);
  gl.CompileShader(*shader);
  GLint is_compiled = GL_FALSE;
  gl.GetShaderiv(*shader, GL_COMPILE_STATUS, &is_compiled);
  RETURN_IF_ERROR(gl.Check().WithContext("{}: compiling", source.name));
  if (is_compiled == GL_FALSE) return CompileError(source, ReadLog(*shader, gl.GetShaderiv, gl.GetShaderInfoLog));
  return shader;
}

Result<ObjectName> LinkProgram(Context& context, const gpu::ProgramSource& source, GLuint shader) {
  const Gl& gl = context.gl();
  ObjectName program(context, ObjectKind::kProgram, gl.CreateProgram());
  RETURN_IF_ERROR(gl.Check().WithContext("{}: no program object", source.name));
  gl.AttachShader(*program, shader);
  gl.LinkProgram(*program);
  gl.DetachShader(*program, shader);  // Else the driver keeps the text as long as the program.
  GLint is_linked = GL_FALSE;
  gl.GetProgramiv(*program, GL_LINK_STATUS, &is_linked);
  RETURN_IF_ERROR(gl.Check().WithContext("{}: linking", source.name));
  if (is_linked == GL_FALSE) {
    return DeviceError("{}: the driver does not link the program: {}", source.name,
                       ReadLog(*program, gl.GetProgramiv, gl.GetProgramInfoLog));
  }
  return program;
}

// Grids are counted with the source's work group; were the text's another, a part of the output would stay unwritten.
Status CheckGroupSize(const Gl& gl, GLuint program, const gpu::ProgramSource& source) {
  std::array<GLint, 3> size = {};
  gl.GetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, size.data());
  RETURN_IF_ERROR(gl.Check().WithContext("{}: the work group", source.name));
  if (size == source.group_size) return Ok();
  return InvalidArgument("{}: the text has work groups of {} x {} x {}; its description says {} x {} x {}.",
                         source.name, size[0], size[1], size[2], source.group_size[0], source.group_size[1],
                         source.group_size[2]);
}

}  // namespace

Result<std::unique_ptr<GlProgram>> GlProgram::Create(Context& context, const gpu::ProgramSource& source) {
  ASSIGN_OR_RETURN(const ObjectName shader, CompileShader(context, source));
  ASSIGN_OR_RETURN(ObjectName program, LinkProgram(context, source, *shader));
  RETURN_IF_ERROR(CheckGroupSize(context.gl(), *program, source));
  return std::unique_ptr<GlProgram>(new GlProgram(std::move(program), source));
}

}  // namespace mica::gl
