// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/recording.h"

#include "backend/gl/gl_test.h"
#include "backend/gl/objects.h"
#include "backend/gl/program.h"

namespace mica::gl {
namespace {

using testing::ElementsAre;

constexpr GLbitfield kTransfers = GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT;

// Two ranges of a buffer, a program that adds, and the calls that dispatches of it become.
class RecordingTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    add_ = *device_->Compile(AddSource());
    buffer_ = *device_->CreateBuffer(1024);
    low_ = {buffer_.get(), 0, 256};
    high_ = {buffer_.get(), 512, 256};
    use_ = UseProgram{AsOwn<GlProgram>(*add_).name()};
  }

  Command Bound(GLuint point, const gpu::BufferRange& range) const {
    return BindBuffer{point, AsOwn<GlBuffer>(*range.buffer).name(), static_cast<GLintptr>(range.offset_bytes),
                      static_cast<GLsizeiptr>(range.size_bytes)};
  }

  std::unique_ptr<gpu::Program> add_;
  std::unique_ptr<gpu::Buffer> buffer_;
  gpu::BufferRange low_, high_;
  Command use_;
};

TEST_F(RecordingTest, BindsAllThatADispatchNeeds) {
  const gpu::Dispatch dispatch = {
      .program = add_.get(), .bindings = {low_, gpu::ExternalSlot{3}, high_}, .group_count = {5, 6, 7}};
  EXPECT_THAT(MakeCommands({&dispatch, 1}),
              ElementsAre(use_, Bound(0, low_), BindExternal{1, 3}, Bound(2, high_), RunGroups{5, 6, 7},
                          Barrier{GL_SHADER_STORAGE_BARRIER_BIT | kTransfers}));
}

TEST_F(RecordingTest, BindsNothingTwice) {
  const std::vector<gpu::Dispatch> dispatches = {
      {.program = add_.get(), .bindings = {low_, low_, gpu::ExternalSlot{0}}},
      {.program = add_.get(), .bindings = {low_, high_, gpu::ExternalSlot{0}}},
      {.program = add_.get(), .bindings = {low_, high_, gpu::ExternalSlot{1}}},
  };
  EXPECT_THAT(MakeCommands(dispatches),
              ElementsAre(use_, Bound(0, low_), Bound(1, low_), BindExternal{2, 0}, RunGroups{1, 1, 1}, Bound(1, high_),
                          RunGroups{1, 1, 1}, BindExternal{2, 1}, RunGroups{1, 1, 1},
                          Barrier{GL_SHADER_STORAGE_BARRIER_BIT | kTransfers}));
}

TEST_F(RecordingTest, BarriersStandOnlyWhereADispatchAsksForOne) {
  gpu::Dispatch dispatch = {.program = add_.get(), .bindings = {low_, low_, high_}};
  std::vector<gpu::Dispatch> dispatches(3, dispatch);
  dispatches[2].barrier_before = true;
  EXPECT_THAT(MakeCommands(dispatches),
              ElementsAre(use_, Bound(0, low_), Bound(1, low_), Bound(2, high_), RunGroups{1, 1, 1}, RunGroups{1, 1, 1},
                          Barrier{GL_SHADER_STORAGE_BARRIER_BIT}, RunGroups{1, 1, 1},
                          Barrier{GL_SHADER_STORAGE_BARRIER_BIT | kTransfers}));
}

TEST_F(RecordingTest, EachKindOfObjectIsNumberedOnItsOwn) {
  const auto program = device_->Compile(
      {.name = "mixed",
       .text = R"(#version 310 es
precision highp float;
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
layout(binding = 0) uniform highp sampler2DArray first;
layout(binding = 1) uniform highp sampler2DArray second;
layout(rgba16f, binding = 0) writeonly uniform highp image2DArray image;
void main() {
  b[0] = a[0];
  imageStore(image, ivec3(0), texelFetch(first, ivec3(0), 0) + texelFetch(second, ivec3(0), 0));
}
)",
       .bindings = {gpu::BindingKind::kReadImage, gpu::BindingKind::kReadBuffer, gpu::BindingKind::kReadImage,
                    gpu::BindingKind::kWriteImage, gpu::BindingKind::kWriteBuffer}});
  ASSERT_TRUE(program.has_value()) << MessageOf(program);
  const auto read = *device_->CreateImage({});
  const auto written = *device_->CreateImage({.format = gpu::ImageFormat::kRgba16Float});
  const GLuint read_name = AsOwn<GlImage>(*read).name();
  const gpu::Dispatch dispatch = {.program = program->get(),
                                  .bindings = {read.get(), low_, read.get(), written.get(), high_}};
  EXPECT_THAT(MakeCommands({&dispatch, 1}),
              ElementsAre(UseProgram{AsOwn<GlProgram>(**program).name()}, BindTexture{0, read_name}, Bound(0, low_),
                          BindTexture{1, read_name}, BindImage{0, AsOwn<GlImage>(*written).name(), GL_RGBA16F},
                          Bound(1, high_), RunGroups{1, 1, 1},
                          Barrier{GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                                  GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | kTransfers}));
}

TEST_F(RecordingTest, ABrokenDispatchIsNamed) {
  const std::vector<gpu::Dispatch> dispatches = {{.program = add_.get(), .bindings = {low_, low_, high_}},
                                                 {.program = add_.get(), .bindings = {low_}}};
  EXPECT_EQ(MessageOf(device_->Record(dispatches)), "dispatch #1: add: 1 objects are bound; the program takes 3.");
}

}  // namespace
}  // namespace mica::gl
