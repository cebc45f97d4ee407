// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/mean/mean_kernel.h"

#include <algorithm>

#include "ops/mean/mean.h"
#include "ops/work_sharing.h"

namespace mica::ops {
namespace {

// One text for every set of axes. For each axis of the input either KEPT_* is the coordinate of the output that walks
// it (another one than the input's own where reduced axes are dropped), or REDUCED_* is its size and KEPT_* is 0.
constexpr std::string_view kSums = R"(
// What the output at (b, x, y, channel) is the mean of: the sum of every `stride`-th position from `first` on.
float4 sum_of_positions(int first, int stride, int b, int x, int y, int channel TENSORS_DECLARED) {
  float4 sum = FLOAT4(0.0);
  for (int i = first; i < POSITIONS; i += stride) {
    int src_x = KEPT_WIDTH + i % REDUCED_WIDTH;
    int src_y = KEPT_HEIGHT + i / REDUCED_WIDTH % REDUCED_HEIGHT;
    int src_slice = KEPT_SLICE + i / (REDUCED_WIDTH * REDUCED_HEIGHT) % REDUCED_SLICES;
    int src_b = KEPT_BATCH + i / (REDUCED_WIDTH * REDUCED_HEIGHT * REDUCED_SLICES);
    sum += src_read(src_b, src_x, src_y, src_slice);
  }
  return sum;
}

float4 sums_of_slice(int first, int stride, int b, int x, int y, int slice TENSORS_DECLARED) {
#if REDUCES_CHANNELS
  // The channels of a pixel meet in one sum (padding lanes are 0), so every lane of the output has one of its own.
  float4 sums = FLOAT4(0.0);
  for (int lane = 0; lane < min(4, DST_CHANNELS - slice * 4); ++lane) {
    float4 sum = sum_of_positions(first, stride, b, x, y, slice * 4 + lane TENSORS);
    sums = with_lane(sums, lane, dot(sum, FLOAT4(1.0)));
  }
  return sums;
#else
  return sum_of_positions(first, stride, b, x, y, slice * 4 TENSORS);
#endif
}
)";

constexpr std::string_view kInvocationPerOutput = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;
  dst_write(sums_of_slice(0, 1, b, x, y, slice TENSORS) / FLOAT4(COUNT), b, x, y, slice);
}
)";

constexpr std::string_view kGroupPerOutput = R"(
KERNEL {
  int x = GROUP_X;
  int y = GROUP_Y;
  int slice = GROUP_Z % DST_SLICES;
  int b = GROUP_Z / DST_SLICES;
  parts[LOCAL_X] = sums_of_slice(LOCAL_X, GROUP_SIZE_X, b, x, y, slice TENSORS);
  BARRIER;
  // In two rounds: one invocation alone would need as many reads as there are parts.
  if (LOCAL_X < ADDERS) {
    float4 sum = parts[LOCAL_X];
    for (int i = LOCAL_X + ADDERS; i < GROUP_SIZE_X; i += ADDERS) sum += parts[i];
    parts[LOCAL_X] = sum;
  }
  BARRIER;
  if (LOCAL_X == 0) {
    float4 sum = parts[0];
    for (int i = 1; i < ADDERS; ++i) sum += parts[i];
    dst_write(sum / FLOAT4(COUNT), b, x, y, slice);
  }
}
)";

// Which coordinate of the output walks a kept axis of the input. Kept axes keep their order and lie to the right.
std::array<std::string, 4> KeptCoordinates(const AxisMask& reduced, bool keep_dims) {
  constexpr std::array<std::string_view, 4> kOutputCoordinates = {"b", "y", "x", "channel"};
  std::array<std::string, 4> coordinates;
  std::size_t position = 4;
  for (std::size_t axis = 4; axis-- > 0;) {
    if (!reduced[axis] || keep_dims) --position;
    coordinates[axis] = reduced[axis] ? "0" : kOutputCoordinates[position];
  }
  return coordinates;
}

std::vector<kernel::Definition> Definitions(const Shape& src, const AxisMask& reduced, bool keep_dims) {
  const auto reduced_size = [&](std::size_t axis, int size) { return reduced[axis] ? size : 1; };
  const int batch = reduced_size(0, src.batch());
  const int height = reduced_size(1, src.height());
  const int width = reduced_size(2, src.width());
  const int slices = reduced_size(3, src.slices());
  const std::array<std::string, 4> kept = KeptCoordinates(reduced, keep_dims);
  return {
      {"REDUCED_HEIGHT", height},
      {"REDUCED_WIDTH", width},
      {"REDUCED_SLICES", slices},
      {"KEPT_BATCH", kept[0]},
      {"KEPT_HEIGHT", kept[1]},
      {"KEPT_WIDTH", kept[2]},
      // Kept channels are the channels of the output: nothing lies right of them.
      {"KEPT_SLICE", std::string(reduced[3] ? "0" : "channel / 4")},
      {"REDUCES_CHANNELS", reduced[3] ? 1 : 0},
      {"POSITIONS", batch * height * width * slices},
      {"COUNT", static_cast<float>(std::int64_t{batch} * height * width * reduced_size(3, src.channels()))},
  };
}

}  // namespace

KernelRequest MakeMeanKernel(const NodeView& node, const AxisMask& reduced, const gpu::DeviceInfo& device) {
  const Shape& src = node.input(0).desc.shape;
  const Shape& dst = node.output(0).desc.shape;
  KernelRequest request{
      .name = "mean",
      .text = std::string(kSums).append(kInvocationPerOutput),
      .definitions = Definitions(src, reduced, node.attributes<MeanAttributes>().keep_dims),
      .reads = {{"src", &node.input(0)}},
      .writes = {{"dst", &node.output(0)}},
      .grid = {dst.width(), dst.height(), dst.slices() * dst.batch()},
  };
  const std::int64_t outputs = std::int64_t{dst.batch()} * dst.height() * dst.width() * dst.slices();
  const std::int64_t reads = std::int64_t{src.batch()} * src.height() * src.width() * src.slices();
  const int group = InvocationsPerOutput(device, outputs, outputs == 0 ? 0 : reads / outputs);
  if (group == 1) return request;

  request.name = "mean_group_per_output";
  request.text = std::string(kSums).append(kGroupPerOutput);
  request.definitions.emplace_back("ADDERS", std::min(group, 16));
  request.shared = {{"parts", "float4", group}};
  request.grid[0] *= group;
  request.group_size = {group, 1, 1};
  return request;
}

}  // namespace mica::ops
