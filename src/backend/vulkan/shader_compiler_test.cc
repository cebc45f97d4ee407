// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/shader_compiler.h"

#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

using testing::HasSubstr;

TEST(CompileGlslTest, GivesSpirVAndTheWorkGroup) {
  const auto code = CompileGlsl(AddSource());
  ASSERT_TRUE(code.has_value()) << MessageOf(code);
  ASSERT_GT(code->words.size(), 5u);
  EXPECT_EQ(code->words[0], 0x07230203u);  // SPIR-V's magic number,
  EXPECT_EQ(code->words[1], 0x00010300u);  // and the version that Vulkan 1.1 brings.
  EXPECT_EQ(code->group_size, (std::array{4, 1, 1}));
}

TEST(CompileGlslTest, SaysWhichLineDoesNotCompile) {
  gpu::ProgramSource source = AddSource();
  source.text.replace(source.text.find("a[i] + b[i]"), 11, "a[i] + oops");

  const auto code = CompileGlsl(source);

  ASSERT_FALSE(code.has_value());
  EXPECT_EQ(code.error().code(), StatusCode::kDeviceError);
  EXPECT_THAT(MessageOf(code), HasSubstr("add: the program does not compile: "));
  EXPECT_THAT(MessageOf(code), HasSubstr(">   8 |   c[i] = a[i] + oops;"));
  EXPECT_THAT(MessageOf(code), HasSubstr("    7 |   uint i = gl_GlobalInvocationID.x;"));
}

TEST(CompileGlslTest, SaysWhatDoesNotLink) {
  const auto code = CompileGlsl({.name = "unlinked", .language = gpu::Language::kGlslVulkan, .text = R"(#version 450
layout(local_size_x = 1) in;
void missing();
void main() { missing(); }
)"});
  ASSERT_FALSE(code.has_value());
  EXPECT_THAT(MessageOf(code), HasSubstr("unlinked: the program does not compile: "));
}

using ProgramTest = VulkanTest;

TEST_F(ProgramTest, TheTextHasTheWorkGroupOfItsDescription) {
  gpu::ProgramSource source = AddSource();
  source.group_size = {8, 1, 1};
  EXPECT_THAT(MessageOf(device_->Compile(source)),
              HasSubstr("add: the text has work groups of 4 x 1 x 1; its description says 8 x 1 x 1."));
}

}  // namespace
}  // namespace mica::vulkan
