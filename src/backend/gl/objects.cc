// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/objects.h"

#include <vector>

namespace mica::gl {
namespace {

// Drivers count the bytes of a buffer in 32 bits. Mesa's refuse more; NVIDIA's (580.159) takes any size without an
// error and then mixes up addresses behind 4 GiB: the last word of a buffer of 8 GiB does not read back.
constexpr std::size_t kMaxBufferBytes = (std::size_t{4} << 30) - 1;

// Of the caller's context anything may be bound and set; an upload from memory wants none of it.
void ResetUnpacking(const Gl& gl) {
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  for (const GLenum parameter : {GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_PIXELS,
                                 GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES}) {
    gl.PixelStorei(parameter, 0);
  }
}

}  // namespace

Result<std::unique_ptr<GlBuffer>> GlBuffer::Create(Context& context, std::size_t size_bytes) {
  if (size_bytes > kMaxBufferBytes) {
    return OutOfMemory("a buffer of {} bytes: OpenGL ES has at most {} in one.", size_bytes, kMaxBufferBytes);
  }
  const Gl& gl = context.gl();
  GLuint id = 0;
  gl.GenBuffers(1, &id);
  ObjectName name(context, ObjectKind::kBuffer, id);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, id);
  // Kernels write and read it: drivers that heed the hint then keep it next to the GPU.
  gl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(size_bytes), nullptr, GL_DYNAMIC_COPY);
  gl.BindBuffer(GL_COPY_WRITE_BUFFER, 0);
  RETURN_IF_ERROR(gl.Check().WithContext("a buffer of {} bytes", size_bytes));
  return std::unique_ptr<GlBuffer>(new GlBuffer(std::move(name), size_bytes));
}

Result<std::unique_ptr<GlImage>> GlImage::Create(Context& context, const gpu::ImageDesc& desc) {
  const Gl& gl = context.gl();
  GLuint id = 0;
  gl.GenTextures(1, &id);
  std::unique_ptr<GlImage> image(new GlImage(ObjectName(context, ObjectKind::kTexture, id), desc));
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, id);
  gl.TexStorage3D(GL_TEXTURE_2D_ARRAY, /*levels=*/1, image->format(), desc.width, desc.height, desc.layers);
  // 32-bit floats cannot be filtered: with the default filters the texture would read as black.
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
  RETURN_IF_ERROR(gl.Check().WithContext("an image of {} x {} with {} layers ({} bytes)", desc.width, desc.height,
                                         desc.layers, desc.size_bytes()));
  return image;
}

GLenum GlImage::format() const {
  return desc_.format == gpu::ImageFormat::kRgba32Float ? GL_RGBA32F : GL_RGBA16F;
}

Status GlImage::Fill(const Gl& gl, float value) {
  const auto values = static_cast<std::size_t>(desc_.width) * static_cast<std::size_t>(desc_.height) * 4;
  const std::vector<float> layer(values, value);
  ResetUnpacking(gl);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, name());
  for (int i = 0; i < desc_.layers; ++i) {
    gl.TexSubImage3D(GL_TEXTURE_2D_ARRAY, /*level=*/0, 0, 0, i, desc_.width, desc_.height, 1, GL_RGBA, GL_FLOAT,
                     layer.data());
  }
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
  return gl.Check().WithContext("filling an image of {} bytes", desc_.size_bytes());
}

}  // namespace mica::gl
