// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <fmt/format.h>

#include "kernel/language_writer.h"

namespace mica::kernel {
namespace {

// Compiled with -cl-single-precision-constant: "1.0" is a float in every language then.
constexpr std::string_view kDialect = R"(#define UNROLL
#define FLOAT4(s) ((float4)(s))
#define MAKE4(x, y, z, w) ((float4)(x, y, z, w))
#define ABS(v) fabs(v)
#define RSQRT(v) rsqrt(v)
#define TO_FLOAT(i) ((float)(i))
#define TO_INT(f) ((int)(f))
#define GRID_X ((int)get_global_id(0))
#define GRID_Y ((int)get_global_id(1))
#define GRID_Z ((int)get_global_id(2))
#define LOCAL_X ((int)get_local_id(0))
#define LOCAL_Y ((int)get_local_id(1))
#define LOCAL_Z ((int)get_local_id(2))
#define GROUP_X ((int)get_group_id(0))
#define GROUP_Y ((int)get_group_id(1))
#define GROUP_Z ((int)get_group_id(2))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
__constant sampler_t fetch = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
float lane_of(float4 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }
float4 with_lane(float4 v, int i, float f) {
  return (float4)(i == 0 ? f : v.x, i == 1 ? f : v.y, i == 2 ? f : v.z, i == 3 ? f : v.w);
}
)";

// OpenCL has no global tensors: every generated function takes them all, through the macros TENSORS.
class OpenClWriterImpl : public LanguageWriter {
 public:
  std::string Prelude(const Kernel&) const override { return std::string(kDialect); }

  std::string Declarations(const Kernel& kernel, const std::vector<BoundTensor>& tensors) const override {
    std::string declared;
    std::string passed;
    for (const BoundTensor& tensor : tensors) {
      declared += ", " + Parameter(tensor);
      passed += ", " + ParameterName(tensor);
    }
    if (HasConstants(kernel)) {
      declared += fmt::format(", __global const {}* constants_data", ArrayType(kernel.constant_type));
      passed += ", constants_data";
    }
    return fmt::format("#define TENSORS_DECLARED {}\n#define TENSORS {}\n", declared, passed);
  }

  std::string EntryPoint(const Kernel& kernel, const std::vector<BoundTensor>& tensors) const override {
    std::string parameters;
    for (const BoundTensor& tensor : tensors) parameters += (parameters.empty() ? "" : ", ") + Parameter(tensor);
    if (HasConstants(kernel)) {
      parameters += fmt::format(", __global const {}* constants_data", ArrayType(kernel.constant_type));
    }
    const auto& size = kernel.group_size;
    std::string text = fmt::format("__kernel __attribute__((reqd_work_group_size({}, {}, {}))) void mica_main({}) {{\n",
                                   size[0], size[1], size[2], parameters);
    for (const SharedArray& array : kernel.shared) {
      text += fmt::format("  __local {} {}[{}];\n", array.type, array.name, array.count);
    }
    return text;
  }

  std::string Load4(std::string_view data, ElementType element, std::string_view index) const override {
    if (element == ElementType::kFloat32) return fmt::format("{}[{}]", data, index);
    return fmt::format("vload_half4({}, {})", index, data);
  }

  std::string Store4(std::string_view data, ElementType element, std::string_view index) const override {
    if (element == ElementType::kFloat32) return fmt::format("{}[{}] = value;", data, index);
    return fmt::format("vstore_half4(value, {}, {});", index, data);
  }

  std::string LoadTexel(std::string_view image, std::string_view place) const override {
    return fmt::format("read_imagef({}, fetch, (int4)({}, 0))", image, place);
  }

  std::string StoreTexel(std::string_view image, ElementType, std::string_view place) const override {
    return fmt::format("write_imagef({}, (int4)({}, 0), value);", image, place);
  }

 private:
  static std::string_view ArrayType(ElementType element) {
    return element == ElementType::kFloat32 ? "float4" : "half";
  }

  static bool IsImage(const BoundTensor& tensor) { return tensor.argument.type.storage == Storage::kImage; }

  static std::string ParameterName(const BoundTensor& tensor) {
    return tensor.argument.name + (IsImage(tensor) ? "_image" : "_data");
  }

  static std::string Parameter(const BoundTensor& tensor) {
    const TensorType& type = tensor.argument.type;
    const bool is_read = tensor.argument.access == Access::kRead;
    if (IsImage(tensor)) {
      return fmt::format("{} image2d_array_t {}", is_read ? "__read_only" : "__write_only", ParameterName(tensor));
    }
    return fmt::format("__global {}{}* {}", is_read ? "const " : "",
                       IsScalarArray(type) ? "float" : ArrayType(type.element), ParameterName(tensor));
  }
};

}  // namespace

const LanguageWriter& OpenClWriter() {
  static const OpenClWriterImpl writer;
  return writer;
}

}  // namespace mica::kernel
