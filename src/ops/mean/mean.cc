// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/mean/mean.h"

#include "ops/mean/mean_kernel.h"
#include "ops/mean/reduced_axes.h"

// MEAN over any set of axes.
namespace mica::ops {
namespace {

Result<std::any> Parse(const OperatorReader& op) {
  RETURN_IF_ERROR(CheckArity(op, /*inputs=*/2, /*outputs=*/1));
  const auto* options = op.Options<schema::ReducerOptions>();
  return MeanAttributes{.keep_dims = options != nullptr && options->keep_dims()};
}

Status InferShapes(const NodeView& node, std::span<graph::TensorDesc> outputs) {
  ASSIGN_OR_RETURN(const AxisMask reduced, ReadReducedAxes(node));
  const graph::TensorDesc& input = node.input(0).desc;
  outputs[0].type = input.type;
  outputs[0].shape = Reduce(input.shape, reduced, node.attributes<MeanAttributes>().keep_dims);
  return Ok();
}

// Where the mean lies that element `offset` of the input adds to. Dropped axes and axes of size 1 count alike.
std::size_t OutputOffset(const Shape& shape, const AxisMask& reduced, std::int64_t offset) {
  std::int64_t found = 0;
  std::int64_t stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    if (!reduced[static_cast<std::size_t>(axis)]) {
      found += offset % shape[axis] * stride;
      stride *= shape[axis];
    }
    offset /= shape[axis];
  }
  return static_cast<std::size_t>(found);
}

// Integers add up in uint64_t, which may wrap, and their mean is cut off towards zero as in LiteRT.
template <typename T, typename Sum, typename Quotient>
void Average(const HostTensor& x, const AxisMask& reduced, HostTensor& y) {
  const std::span<const T> elements = x.data<T>();
  const std::span<T> means = y.data<T>();
  std::vector<Sum> sums(means.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    sums[OutputOffset(x.shape(), reduced, static_cast<std::int64_t>(i))] += static_cast<Sum>(elements[i]);
  }
  if (elements.empty()) return;
  const auto count = static_cast<Quotient>(elements.size() / means.size());
  for (std::size_t i = 0; i < means.size(); ++i) means[i] = static_cast<T>(static_cast<Quotient>(sums[i]) / count);
}

bool ReferenceTypes(DataType type) {
  return type == DataType::kFloat32 || type == DataType::kInt32 || type == DataType::kInt64;
}

void Reference(const NodeView& node, HostInputs inputs, HostOutputs outputs) {
  const Result<AxisMask> reduced = ReadReducedAxes(node);
  MICA_CHECK(reduced.has_value(), "{}", reduced.error().message());
  switch (outputs[0].desc().type) {
    case DataType::kFloat32:
      return Average<float, double, double>(*inputs[0], *reduced, outputs[0]);
    case DataType::kInt32:
      return Average<std::int32_t, std::uint64_t, std::int64_t>(*inputs[0], *reduced, outputs[0]);
    case DataType::kInt64:
      return Average<std::int64_t, std::uint64_t, std::int64_t>(*inputs[0], *reduced, outputs[0]);
    default:
      MICA_CHECK(false, "no reference for {} elements.", ToString(outputs[0].desc().type));
  }
}

Support GpuSupport(const NodeView& node, const gpu::DeviceInfo& device) {
  if (Support support = FloatTensorsOnly(node, device); !support.ok()) return support;
  const Result<AxisMask> reduced = ReadReducedAxes(node);
  if (!reduced) return No("the axes are constant", "run-time axes", "constant axes");

  const Shape& input = node.input(0).desc.shape;
  const std::optional<AxisMask> mask = CollapseMask(input, *reduced);
  if (!mask) {
    return No("dimensions left of [height, width, channels] are reduced all together", "some of " + ToString(input),
              "all of them, or none");
  }
  // Dropped axes shift what is left of them to the right: dimensions that were one batch must not come apart.
  const bool keep_dims = node.attributes<MeanAttributes>().keep_dims;
  const Shape& output = node.output(0).desc.shape;
  if (GpuView(Reduce(GpuView(input), *mask, keep_dims)) == GpuView(output)) return Yes();
  return No("dimensions left of [height, width, channels] stay there", ToString(input) + " to " + ToString(output),
            "keep_dims, or rank 4 at most");
}

Status Lower(const NodeView& node, const LoweringContext& context, KernelSequence& sequence) {
  ASSIGN_OR_RETURN(const AxisMask reduced, ReadReducedAxes(node));
  const std::optional<AxisMask> mask = CollapseMask(node.input(0).desc.shape, reduced);
  MICA_CHECK(mask.has_value(), "GpuSupport refuses this node.");
  sequence.Add(MakeMeanKernel(node, *mask, context.device));
  return Ok();
}

std::vector<OperatorCase> Cases() {
  const auto over = [](std::string name, Shape shape, std::vector<int> axes, bool keep_dims = true) {
    const int count = static_cast<int>(axes.size());
    return OperatorCase{.name = std::move(name),
                        .inputs = {{.shape = shape}, {.shape = {count}, .is_constant = true, .integers = axes}},
                        .attributes = MeanAttributes{.keep_dims = keep_dims}};
  };
  return {
      over("Pixels", {1, 7, 7, 8}, {1, 2}),
      over("PixelsSevenChannelsBatchOfTwo", {2, 5, 3, 7}, {1, 2}),
      over("PixelsWithoutThem", {3, 4, 3, 6}, {1, 2}, false),
      over("ManyPixelsFewChannels", {1, 37, 31, 3}, {1, 2}),
      over("NegativeAxes", {2, 3, 5, 6}, {-2, -3}),
      over("RepeatedAxis", {1, 3, 5, 6}, {1, -3}),
      over("Height", {2, 5, 3, 6}, {1}),
      over("HeightWithoutIt", {2, 5, 3, 6}, {1}, false),
      over("Width", {2, 3, 5, 6}, {2}),
      over("WidthWithoutIt", {2, 3, 5, 6}, {2}, false),
      over("Channels", {2, 3, 4, 7}, {3}),
      over("ChannelsWithoutThem", {2, 3, 5, 7}, {3}, false),
      over("ManyChannels", {1, 1, 2, 150}, {-1}),
      over("Batch", {3, 2, 2, 5}, {0}),
      over("BatchAndWidthWithoutThem", {3, 2, 4, 5}, {0, 2}, false),
      over("HeightAndChannelsWithoutThem", {2, 3, 5, 6}, {1, 3}, false),
      over("Everything", {2, 9, 5, 7}, {0, 1, 2, 3}),
      over("EverythingToAScalar", {2, 3, 5, 7}, {0, 1, 2, 3}, false),
      over("RankOne", {11}, {0}, false),
      over("RankTwo", {3, 7}, {0}, false),
      over("RankThree", {3, 5, 6}, {1}, false),
      over("RankFive", {2, 3, 4, 2, 5}, {2, 3}),
      over("RankFiveGroupNormalization", {1, 4, 3, 2, 5}, {1, 2, 4}),
      over("AxesOfSizeOne", {2, 1, 1, 6}, {1, 2}, false),
      over("SinglePixel", {1, 1, 1, 1}, {1, 2}),
  };
}

}  // namespace

const OperatorDef kMean = {
    .name = "MEAN",
    .parse = Parse,
    .infer_shapes = InferShapes,
    .reference = Reference,
    .reference_types = ReferenceTypes,
    .gpu_support = GpuSupport,
    .lower = Lower,
    .cases = Cases,
};

}  // namespace mica::ops
