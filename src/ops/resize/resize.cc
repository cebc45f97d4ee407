// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR: the image with another height and width.
#include "ops/resize/resize.h"

#include <cmath>
#include <limits>

#include "ops/movement/element_copy.h"
#include "ops/movement/move_kernel.h"
#include "ops/movement/shape_inputs.h"
#include "ops/resize/lattice.h"
#include "ops/resize/resize_kernels.h"

namespace mica::ops {
namespace {

template <typename Options>
Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/1));
  const auto* options = op.Options<Options>();
  if (options == nullptr) return ResizeAttributes{};
  return ResizeAttributes{.align_corners = options->align_corners(),
                          .half_pixel_centers = options->half_pixel_centers()};
}

Result<std::any> ParseBilinear(const OperatorReader& op) {
  ASSIGN_OR_RETURN(std::any attributes, Parse<schema::ResizeBilinearOptions>(op));
  const auto& [align_corners, half_pixel_centers] = *std::any_cast<ResizeAttributes>(&attributes);
  if (align_corners && half_pixel_centers) {
    return InvalidModel("align_corners and half_pixel_centers are both set; they exclude each other.");
  }
  return attributes;
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  const graph::TensorDesc& source = node.input(0).desc;
  if (source.shape.rank() != 4) return InvalidModel("the image {} must have 4 dimensions.", ToString(source.shape));
  if (source.shape.height() == 0 || source.shape.width() == 0) {
    return InvalidModel("the image {} has no pixels.", ToString(source.shape));
  }
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> size, ReadVector(node.input(1), "the new size", 2));
  if (size[0] < 1 || size[1] < 1) return InvalidModel("the new size is {} x {}.", size[0], size[1]);
  outputs[0].type = source.type;
  ASSIGN_OR_RETURN(outputs[0].shape,
                   CheckedShape(std::array<std::int64_t, 4>{source.shape[0], size[0], size[1], source.shape[3]}));
  return Ok();
}

Status InferBilinear(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  switch (const DataType type = node.input(0).desc.type; type) {
    case DataType::kFloat32:
    case DataType::kInt8:
    case DataType::kUint8:
    case DataType::kInt16:
      return InferShapes(node, outputs);
    default:
      return InvalidModel("{} pixels cannot be mixed.", ToString(type));
  }
}

void NearestReference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const HostTensor& source = *inputs[0];
  HostTensor& result = outputs[0];
  const Lattice rows = LatticeOfRows(node);
  const Lattice columns = LatticeOfColumns(node);
  ForEachIndex(result.shape(), [&](const Index& at) {
    const Index from = {at[0], rows.Nearest(at[1]), columns.Nearest(at[2]), at[3]};
    CopyElement(source, source.shape().OffsetOf(from), result, result.shape().OffsetOf(at));
  });
}

template <typename T>
void MixPixels(const NodeView& node, const HostTensor& source, HostTensor& result) {
  const Lattice rows = LatticeOfRows(node);
  const Lattice columns = LatticeOfColumns(node);
  ForEachIndex(result.shape(), [&](const Index& at) {
    const Lattice::Mix row = rows.Bilinear(at[1]);
    const Lattice::Mix column = columns.Bilinear(at[2]);
    const auto pixel = [&](int y, int x) {
      const std::int64_t offset = source.shape().OffsetOf(Index{at[0], y, x, at[3]});
      return static_cast<float>(source.data<T>()[static_cast<std::size_t>(offset)]);
    };
    const auto mix = [](float lower, float upper, float upper_share) {
      return lower * (1.0f - upper_share) + upper * upper_share;
    };
    const float top = mix(pixel(row.lower, column.lower), pixel(row.lower, column.upper), column.upper_share);
    const float bottom = mix(pixel(row.upper, column.lower), pixel(row.upper, column.upper), column.upper_share);
    const float mixed = mix(top, bottom, row.upper_share);
    result.data<T>()[static_cast<std::size_t>(result.shape().OffsetOf(at))] =
        std::numeric_limits<T>::is_integer ? static_cast<T>(std::lround(mixed)) : static_cast<T>(mixed);
  });
}

void BilinearReference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  switch (inputs[0]->desc().type) {
    case DataType::kInt8:
      return MixPixels<std::int8_t>(node, *inputs[0], outputs[0]);
    case DataType::kUint8:
      return MixPixels<std::uint8_t>(node, *inputs[0], outputs[0]);
    case DataType::kInt16:
      return MixPixels<std::int16_t>(node, *inputs[0], outputs[0]);
    default:
      return MixPixels<float>(node, *inputs[0], outputs[0]);
  }
}

OperatorCase Resize(std::string name, Shape source, int height, int width, ResizeAttributes attributes = {}) {
  return {.name = std::move(name),
          .inputs = {{.shape = source}, {.shape = {2}, .is_constant = true, .integers = {height, width}}},
          .attributes = attributes};
}

// Sizes whose scales are no round numbers, both ways and mixed.
std::vector<OperatorCase> Cases() {
  constexpr ResizeAttributes kCorners{.align_corners = true};
  constexpr ResizeAttributes kCenters{.half_pixel_centers = true};
  return {
      Resize("Double", {1, 3, 5, 8}, 6, 10),
      Resize("UpByPrimes", {1, 5, 3, 7}, 13, 11),
      Resize("DownByPrimes", {1, 13, 11, 7}, 5, 3),
      Resize("UpAndDown", {2, 3, 11, 5}, 7, 4),
      Resize("FromOnePixel", {1, 1, 1, 6}, 3, 4),
      Resize("ToOnePixel", {1, 5, 4, 6}, 1, 1),
      Resize("SameSize", {1, 4, 3, 5}, 4, 3),
      Resize("AlignedCornersUp", {1, 3, 5, 8}, 8, 7, kCorners),
      Resize("AlignedCornersDown", {2, 9, 7, 3}, 4, 3, kCorners),
      Resize("AlignedCornersToOnePixel", {1, 5, 4, 4}, 1, 1, kCorners),
      Resize("HalfPixelCentersUp", {1, 3, 5, 8}, 8, 7, kCenters),
      Resize("HalfPixelCentersDown", {2, 9, 7, 3}, 4, 3, kCenters),
      Resize("HalfPixelCentersDouble", {1, 4, 4, 4}, 8, 8, kCenters),
      Resize("HalfPixelCentersToOnePixel", {1, 5, 4, 4}, 1, 1, kCenters),
  };
}

std::vector<OperatorCase> NearestCases() {
  std::vector<OperatorCase> cases = Cases();
  constexpr ResizeAttributes kBoth{.align_corners = true, .half_pixel_centers = true};
  cases.push_back(Resize("CornersAndCentersUp", {1, 3, 5, 8}, 8, 7, kBoth));
  cases.push_back(Resize("CornersAndCentersDown", {1, 9, 7, 3}, 4, 3, kBoth));
  return cases;
}

}  // namespace

const OperatorDef kResizeBilinear = {.name = "RESIZE_BILINEAR",
                                     .parse = ParseBilinear,
                                     .infer_shapes = InferBilinear,
                                     .reference = BilinearReference,
                                     .gpu_support = MovableWithConstantShape,
                                     .lower = LowerBilinear,
                                     .cases = Cases};

const OperatorDef kResizeNearestNeighbor = {.name = "RESIZE_NEAREST_NEIGHBOR",
                                            .parse = Parse<schema::ResizeNearestNeighborOptions>,
                                            .infer_shapes = InferShapes,
                                            .reference = NearestReference,
                                            .gpu_support = MovableWithConstantShape,
                                            .lower = LowerNearest,
                                            .cases = NearestCases};

}  // namespace mica::ops
