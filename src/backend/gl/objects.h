// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "backend/gl/context.h"
#include "base/check.h"
#include "gpu/device.h"

namespace mica::gl {

// All functions below are called inside a scope of their context.

class GlBuffer : public gpu::Buffer {
 public:
  static Result<std::unique_ptr<GlBuffer>> Create(Context& context, std::size_t size_bytes);

  std::size_t size_bytes() const override { return size_bytes_; }
  GLuint name() const { return *name_; }

 private:
  GlBuffer(ObjectName name, std::size_t size_bytes) : name_(std::move(name)), size_bytes_(size_bytes) {}

  ObjectName name_;
  std::size_t size_bytes_;
};

// A 2D-array texture of immutable size, read by texel fetches and written as an image.
class GlImage : public gpu::Image {
 public:
  static Result<std::unique_ptr<GlImage>> Create(Context& context, const gpu::ImageDesc& desc);

  const gpu::ImageDesc& desc() const override { return desc_; }
  GLuint name() const { return *name_; }
  GLenum format() const;  // GL_RGBA32F or GL_RGBA16F.

  Status Fill(const Gl& gl, float value);

 private:
  GlImage(ObjectName name, const gpu::ImageDesc& desc) : name_(std::move(name)), desc_(desc) {}

  ObjectName name_;
  gpu::ImageDesc desc_;
};

// Objects of two backends never meet: where they do, it is a bug of ours.
template <typename Own, typename Object>
Own& AsOwn(Object& object) {
  auto* own = dynamic_cast<Own*>(&object);
  MICA_CHECK(own != nullptr, "an object of another backend reached the OpenGL backend.");
  return *own;
}

}  // namespace mica::gl
