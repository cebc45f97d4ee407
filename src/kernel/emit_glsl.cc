// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <fmt/format.h>

#include <algorithm>

#include "kernel/language_writer.h"

namespace mica::kernel {
namespace {

// [[unroll]] is a word of glslang's; the driver finds it in the SPIR-V.
constexpr std::string_view kVulkanVersion = R"(#version 450
#extension GL_EXT_control_flow_attributes : require
#define UNROLL [[unroll]]
)";

constexpr std::string_view kEsVersion = R"(#version 310 es
precision highp float;
precision highp int;
precision highp sampler2DArray;
precision highp image2DArray;
#define UNROLL
)";

constexpr std::string_view kDialect = R"(#define float4 vec4
#define FLOAT4(s) vec4(s)
#define MAKE4(x, y, z, w) vec4(x, y, z, w)
#define ABS(v) abs(v)
#define RSQRT(v) inversesqrt(v)
#define TO_FLOAT(i) float(i)
#define TO_INT(f) int(f)
#define GRID_X int(gl_GlobalInvocationID.x)
#define GRID_Y int(gl_GlobalInvocationID.y)
#define GRID_Z int(gl_GlobalInvocationID.z)
#define LOCAL_X int(gl_LocalInvocationID.x)
#define LOCAL_Y int(gl_LocalInvocationID.y)
#define LOCAL_Z int(gl_LocalInvocationID.z)
#define GROUP_X int(gl_WorkGroupID.x)
#define GROUP_Y int(gl_WorkGroupID.y)
#define GROUP_Z int(gl_WorkGroupID.z)
#define BARRIER barrier()
#define TENSORS
#define TENSORS_DECLARED
#define packed4 uvec2
#define PACK4(v) uvec2(packHalf2x16((v).xy), packHalf2x16((v).zw))
vec4 unpack4(uvec2 v) { return vec4(unpackHalf2x16(v.x), unpackHalf2x16(v.y)); }
vec4 round_to_half(vec4 v) { return unpack4(uvec2(packHalf2x16(v.xy), packHalf2x16(v.zw))); }
float lane_of(vec4 v, int i) { return v[i]; }
vec4 with_lane(vec4 v, int i, float f) { v[i] = f; return v; }
)";

// Of all invocations of a subgroup together: none may have returned.
constexpr std::string_view kSubgroupExtensions = R"(#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#define SUBGROUP_LANE int(gl_SubgroupInvocationID)
#define BROADCAST(value, lane) subgroupBroadcast(value, lane)
)";

// 16 x 16 matrices that a subgroup holds together: halves to multiply, floats to add up. Arrays to load from are of
// packed4, and offsets and strides count those.
constexpr std::string_view kMatrixExtensions = R"(#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_NV_cooperative_matrix : require
#define SUBGROUP int(gl_SubgroupID)
#define HALF_MATRIX fcoopmatNV<16, gl_ScopeSubgroup, 16, 16>
#define FLOAT_MATRIX fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>
#define ZERO_MATRIX fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>(0.0)
#define LOAD_MATRIX(matrix, array, offset, stride) coopMatLoadNV(matrix, array, uint(offset), uint(stride), false)
#define STORE_MATRIX(matrix, array, offset, stride) coopMatStoreNV(matrix, array, uint(offset), uint(stride), false)
#define MULTIPLY_ADD(a, b, sum) coopMatMulAddNV(a, b, sum)
)";

// The two GLSLs differ in the version line, in `layout` qualifiers, and in that GLSL ES numbers the binding points of
// buffers, sampled images and storage images each from 0: OpenGL ES 3.1 guarantees as few as 4 of a kind.
class GlslWriter : public LanguageWriter {
 public:
  explicit GlslWriter(bool vulkan) : vulkan_(vulkan) {}

  std::string Prelude(const Kernel& kernel) const override {
    const std::string_view version = vulkan_ ? kVulkanVersion : kEsVersion;
    const auto& size = kernel.group_size;
    return fmt::format("{}{}{}layout(local_size_x = {}, local_size_y = {}, local_size_z = {}) in;\n{}", version,
                       kernel.uses_subgroups ? kSubgroupExtensions : "", kernel.uses_matrices ? kMatrixExtensions : "",
                       size[0], size[1], size[2], kDialect);
  }

  std::string Declarations(const Kernel& kernel, const std::vector<BoundTensor>& tensors) const override {
    std::string text;
    Points points;
    const bool in_place =
        std::ranges::any_of(tensors, [](const BoundTensor& tensor) { return tensor.argument.may_be_overwritten; });
    for (const BoundTensor& tensor : tensors) text += Declare(tensor, in_place, points);
    if (HasConstants(kernel)) {
      text += fmt::format("layout(std430, {}) restrict readonly buffer Constants {{ {} constants_data[]; }};\n",
                          Point(points.buffers, points), ArrayType(kernel.constant_type));
    }
    for (const SharedArray& array : kernel.shared) {
      text += fmt::format("shared {} {}[{}];\n", array.type, array.name, array.count);
    }
    return text;
  }

  std::string EntryPoint(const Kernel&, const std::vector<BoundTensor>&) const override { return "void main() {"; }

  std::string Load4(std::string_view data, ElementType element, std::string_view index) const override {
    if (element == ElementType::kFloat32) return fmt::format("{}[{}]", data, index);
    return fmt::format("unpack4({}[{}])", data, index);
  }

  std::string Store4(std::string_view data, ElementType element, std::string_view index) const override {
    if (element == ElementType::kFloat32) return fmt::format("{}[{}] = value;", data, index);
    return fmt::format("{}[{}] = uvec2(packHalf2x16(value.xy), packHalf2x16(value.zw));", data, index);
  }

  std::string LoadTexel(std::string_view image, std::string_view place) const override {
    return fmt::format("texelFetch({}, ivec3({}), 0)", image, place);
  }

  std::string StoreTexel(std::string_view image, ElementType element, std::string_view place) const override {
    // NVIDIA's GLES cuts off what does not fit into 16 bits where packHalf2x16 rounds: over the 28 layers of MobileNet
    // v1 that is 5 % of the largest score instead of 1 %. A value that is a half already is stored as it is.
    const std::string_view value = element == ElementType::kFloat32 ? "value" : "round_to_half(value)";
    return fmt::format("imageStore({}, ivec3({}), {});", image, place, value);
  }

 private:
  struct Points {
    int buffers = 0;
    int sampled_images = 0;
    int storage_images = 0;
    int all = 0;
  };

  // Takes the next binding point.
  std::string Point(int& of_kind, Points& points) const {
    const int in_kind = of_kind++;
    const int in_all = points.all++;
    return vulkan_ ? fmt::format("set = 0, binding = {}", in_all) : fmt::format("binding = {}", in_kind);
  }

  static std::string_view ArrayType(ElementType element) { return element == ElementType::kFloat32 ? "vec4" : "uvec2"; }

  std::string Declare(const BoundTensor& tensor, bool in_place, Points& points) const {
    const std::string& name = tensor.argument.name;
    const TensorType& type = tensor.argument.type;
    switch (tensor.kind) {
      case gpu::BindingKind::kReadImage:
        return fmt::format("layout({}) uniform sampler2DArray {}_image;\n", Point(points.sampled_images, points), name);
      case gpu::BindingKind::kWriteImage:
        return fmt::format("layout({}, {}) writeonly uniform image2DArray {}_image;\n",
                           type.element == ElementType::kFloat32 ? "rgba32f" : "rgba16f",
                           Point(points.storage_images, points), name);
      default:
        // `restrict`: ranges of one dispatch do not overlap, unless it works in place, and loads may then go through
        // read-only caches.
        return fmt::format("layout(std430, {}) {}{} buffer {}_block {{ {} {}_data[]; }};\n",
                           Point(points.buffers, points), in_place ? "" : "restrict ",
                           tensor.kind == gpu::BindingKind::kReadBuffer ? "readonly" : "writeonly", name,
                           IsScalarArray(type) ? "float" : ArrayType(type.element), name);
    }
  }

  bool vulkan_;
};

}  // namespace

const LanguageWriter& GlslEsWriter() {
  static const GlslWriter writer(/*vulkan=*/false);
  return writer;
}

const LanguageWriter& GlslVulkanWriter() {
  static const GlslWriter writer(/*vulkan=*/true);
  return writer;
}

}  // namespace mica::kernel
