// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/tensor_types.h"

namespace mica::plan {

TensorTypes::TensorTypes(const graph::Graph& graph, const gpu::DeviceInfo& device, const PlanOptions& options)
    : device_(device), options_(options) {
  externals_.insert(graph.inputs.begin(), graph.inputs.end());
  externals_.insert(graph.outputs.begin(), graph.outputs.end());
}

kernel::TensorType TensorTypes::Of(const graph::Value& value) const {
  kernel::TensorType type{.shape = value.desc.shape};
  if (IsExternal(value)) {
    type.layout = kernel::Layout::kRowMajor;
    return type;
  }
  if (options_.precision == Precision::kFp16) type.element = kernel::ElementType::kFloat16;
  if (options_.storage == kernel::Storage::kImage && FitsImage(type.shape)) type.storage = kernel::Storage::kImage;
  return type;
}

bool TensorTypes::FitsImage(const Shape& shape) const {
  return shape.width() <= device_.max_image_size && shape.height() <= device_.max_image_size &&
         std::int64_t{shape.batch()} * shape.slices() <= device_.max_image_layers;
}

gpu::ImageDesc ImageOf(const kernel::TensorType& type) {
  return {.format = type.element == kernel::ElementType::kFloat32 ? gpu::ImageFormat::kRgba32Float
                                                                  : gpu::ImageFormat::kRgba16Float,
          .width = type.shape.width(),
          .height = type.shape.height(),
          .layers = type.shape.batch() * type.shape.slices()};
}

}  // namespace mica::plan
