// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "kernel/emit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::kernel {
namespace {

using gpu::BindingKind;
using gpu::Language;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::array kAllLanguages = {Language::kGlslEs, Language::kGlslVulkan, Language::kOpenClC};

TensorArgument Read(std::string name, Shape shape, Storage storage = Storage::kBuffer) {
  return {.name = std::move(name), .type = {.shape = shape, .storage = storage}};
}

TensorArgument Written(std::string name, Shape shape, Storage storage = Storage::kBuffer) {
  return {.name = std::move(name), .type = {.shape = shape, .storage = storage}, .access = Access::kWrite};
}

// A copy of [1, 5, 6, 7] that each test changes in one place.
Kernel Copy() {
  return {.name = "copy",
          .text = "KERNEL { dst_write(src_read(0, GRID_X, GRID_Y, 0), 0, GRID_X, GRID_Y, 0); }",
          .tensors = {Read("src", {1, 5, 6, 7}), Written("dst", {1, 5, 6, 7})}};
}

// The generated function of that name, up to the end of its body.
std::string FunctionOf(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(" " + name + "(");
  EXPECT_NE(at, std::string::npos) << name << " is not in\n" << text;
  return text.substr(at, text.find("\n}", at) - at);
}

std::string EmittedFunction(const Kernel& kernel, const std::string& name) {
  return FunctionOf(Emit(kernel, Language::kGlslEs).text, name);
}

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(EmitTest, MemoryOrderIsBatchSliceHeightWidth) {
  Kernel kernel = Copy();
  kernel.tensors[0].type.shape = {2, 5, 6, 8};
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), HasSubstr("src_data[((b * 2 + slice) * 5 + y) * 6 + x]"));
}

TEST(EmitTest, ADimensionOfOneIsReadAtItsOnlyIndex) {
  Kernel kernel = Copy();
  kernel.tensors[0].type.shape = {1, 1, 6, 4};
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), HasSubstr("src_data[(0 * 1 + 0) * 6 + x]"));
}

TEST(EmitTest, AnImageOfSizeOneIsReadAtItsOnlyTexel) {
  Kernel kernel = Copy();
  kernel.tensors[0].type = {.shape = {1, 1, 6, 4}, .storage = Storage::kImage};
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), HasSubstr("texelFetch(src_image, ivec3(x, 0, 0), 0)"));
  kernel.tensors[0].type.shape = {3, 5, 1, 8};
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), HasSubstr("ivec3(0, y, (b * 2 + slice))"));
}

TEST(EmitTest, OneChannelIsSpreadOverAllLanesOnlyWhereAsked) {
  Kernel kernel = Copy();
  kernel.tensors[0].type.shape = {1, 5, 6, 1};
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), Not(HasSubstr("FLOAT4(value.x)")));
  kernel.tensors[0].broadcast_channels = true;
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), HasSubstr("return FLOAT4(value.x);"));
}

TEST(EmitTest, RowMajorChannelsThatFillNoSliceAreReadOneByOne) {
  Kernel kernel = Copy();
  kernel.tensors[0].type.layout = Layout::kRowMajor;
  const std::string read = EmittedFunction(kernel, "src_read_at");
  EXPECT_THAT(read, HasSubstr("int base = ((0 * 5 + y) * 6 + x) * 7 + slice * 4;"));
  EXPECT_THAT(read, HasSubstr("float lane3 = src_data[min(base + 3, 209)];"));
  EXPECT_THAT(read, HasSubstr("src_data[base + 2], (slice < 1 ? lane3 : 0.0)"));
}

TEST(EmitTest, PaddingLanesAreZeroedBehindAllSteps) {
  Kernel kernel = Copy();
  kernel.steps = {{.text = "return value + FLOAT4(1.0);"}, {.text = "return exp(value);"}};
  const std::string write = EmittedFunction(kernel, "dst_write_at");
  EXPECT_LT(write.find("step0("), write.find("step1("));
  EXPECT_LT(write.find("step1("), write.find("if (slice == 1) { value.w = 0.0; }"));
  EXPECT_LT(write.find("value.w = 0.0"), write.find("dst_data["));
  EXPECT_NE(write.find("dst_data["), std::string::npos);
}

TEST(EmitTest, EveryPaddingLaneIsZeroed) {
  Kernel kernel = Copy();
  kernel.tensors[1].type.shape = {1, 5, 6, 5};
  EXPECT_THAT(EmittedFunction(kernel, "dst_write_at"),
              HasSubstr("if (slice == 1) { value.y = 0.0; value.z = 0.0; value.w = 0.0; }"));
  kernel.tensors[1].type.shape = {1, 5, 6, 8};
  EXPECT_THAT(EmittedFunction(kernel, "dst_write_at"), Not(HasSubstr("slice ==")));
}

TEST(EmitTest, ARowMajorWriteStopsAtTheLastChannel) {
  Kernel kernel = Copy();
  kernel.tensors[1].type = {.shape = {1, 5, 6, 6}, .layout = Layout::kRowMajor};
  const std::string write = EmittedFunction(kernel, "dst_write_at");
  EXPECT_THAT(write, HasSubstr("\n  dst_data[base + 1] = value.y;"));
  EXPECT_THAT(write, HasSubstr("\n  if (slice < 1) dst_data[base + 2] = value.z;"));
}

TEST(EmitTest, OnlyTheFirstWrittenTensorTakesTheSteps) {
  Kernel kernel = Copy();
  kernel.tensors.push_back(Written("second", {1, 5, 6, 7}));
  kernel.steps = {{.text = "return exp(value);"}};
  EXPECT_THAT(EmittedFunction(kernel, "dst_write_at"), HasSubstr("step0("));
  EXPECT_THAT(EmittedFunction(kernel, "second_write_at"), Not(HasSubstr("step0(")));
}

TEST(EmitTest, StepsMayGiveTheirTensorsTheSameName) {
  Kernel kernel = Copy();
  const Step add{.text = "return value + other_read(b, x, y, slice);", .reads = {Read("other", {7})}};
  kernel.steps = {add, add};
  const std::string text = Emit(kernel, Language::kGlslEs).text;
  EXPECT_THAT(text, HasSubstr("#define other_read(b, x, y, slice) step0_other_read_at(b, x, y, slice TENSORS)"));
  EXPECT_THAT(text, HasSubstr("#define other_read(b, x, y, slice) step1_other_read_at(b, x, y, slice TENSORS)"));
  EXPECT_EQ(CountOf(text, "#undef other_read\n"), 2u);
}

TEST(EmitTest, BindingsAreTheKernelsTensorsThenTheStepsThenOneForAllConstants) {
  Kernel kernel = Copy();
  kernel.constants = {{"weights", 0}, {"bias", 96}};
  TensorArgument slope = Read("slope", {7});
  slope.first_constant = 98;
  kernel.steps = {{.text = "return value;", .reads = {Read("other", {7}, Storage::kImage), slope}}};
  for (const Language language : kAllLanguages) {
    EXPECT_THAT(Emit(kernel, language).bindings, ElementsAre(BindingKind::kReadBuffer, BindingKind::kWriteBuffer,
                                                             BindingKind::kReadImage, BindingKind::kReadBuffer));
  }
  const std::string text = Emit(kernel, Language::kGlslEs).text;
  EXPECT_EQ(CountOf(text, "constants_data[];"), 1u);
  EXPECT_THAT(text, HasSubstr("weights_read_at(int i TENSORS_DECLARED) { return constants_data[i]; }"));
  EXPECT_THAT(text, HasSubstr("bias_read_at(int i TENSORS_DECLARED) { return constants_data[96 + i]; }"));
  EXPECT_THAT(FunctionOf(text, "step0_slope_read_at"), HasSubstr("constants_data[98 + (slice * 1 + 0) * 1 + 0]"));
}

Kernel ManyBindings() {
  return {.name = "many",
          .text = "KERNEL { }",
          .tensors = {Read("a", {4}), Read("p", {4}, Storage::kImage), Written("q", {4}, Storage::kImage),
                      Written("z", {4})},
          .constants = {{"weights", 0}}};
}

TEST(EmitTest, GlslEsNumbersEveryKindOfBindingFromZero) {
  const std::string text = Emit(ManyBindings(), Language::kGlslEs).text;
  EXPECT_THAT(text, HasSubstr("layout(std430, binding = 0) restrict readonly buffer a_block"));
  EXPECT_THAT(text, HasSubstr("layout(binding = 0) uniform sampler2DArray p_image"));
  EXPECT_THAT(text, HasSubstr("layout(rgba32f, binding = 0) writeonly uniform image2DArray q_image"));
  EXPECT_THAT(text, HasSubstr("layout(std430, binding = 1) restrict writeonly buffer z_block"));
  EXPECT_THAT(text, HasSubstr("layout(std430, binding = 2) restrict readonly buffer Constants"));
}

TEST(EmitTest, VulkanNumbersAllBindingsTogether) {
  const std::string text = Emit(ManyBindings(), Language::kGlslVulkan).text;
  EXPECT_THAT(text, HasSubstr("binding = 0) restrict readonly buffer a_block"));
  EXPECT_THAT(text, HasSubstr("binding = 1) uniform sampler2DArray p_image"));
  EXPECT_THAT(text, HasSubstr("binding = 2) writeonly uniform image2DArray q_image"));
  EXPECT_THAT(text, HasSubstr("binding = 3) restrict writeonly buffer z_block"));
  EXPECT_THAT(text, HasSubstr("binding = 4) restrict readonly buffer Constants"));
}

TEST(EmitTest, OpenClPassesAllTensorsToEveryFunction) {
  Kernel kernel = Copy();
  kernel.group_size = {8, 4, 1};
  kernel.shared = {{"partial", "float4", 32}};
  const std::string text = Emit(kernel, Language::kOpenClC).text;
  EXPECT_THAT(text, HasSubstr("#define TENSORS , src_data, dst_data\n"));
  EXPECT_THAT(text, HasSubstr("reqd_work_group_size(8, 4, 1)"));
  EXPECT_GT(text.find("__local float4 partial[32];"), text.find("__kernel"));  // Locals live in the kernel itself.
}

TEST(EmitTest, HalvesAreUnpackedOnLoadAndPackedOnStore) {
  Kernel kernel = Copy();
  for (TensorArgument& tensor : kernel.tensors) tensor.type.element = ElementType::kFloat16;
  EXPECT_THAT(EmittedFunction(kernel, "src_read_at"), HasSubstr("unpack4(src_data["));
  EXPECT_THAT(EmittedFunction(kernel, "dst_write_at"), HasSubstr("packHalf2x16(value.xy)"));
  EXPECT_THAT(Emit(kernel, Language::kOpenClC).text, HasSubstr("vload_half4("));
}

TEST(EmitDeathTest, ATextWithoutEntryPointEndsTheProgram) {
  Kernel kernel = Copy();
  kernel.text = "void main() {}";
  EXPECT_DEATH(Emit(kernel, Language::kGlslEs), "kernel copy has no \"KERNEL \\{\"");
}

}  // namespace
}  // namespace mica::kernel
