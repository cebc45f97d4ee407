// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/softmax/softmax_kernel.h"

#include "ops/softmax/softmax.h"
#include "ops/work_sharing.h"

namespace mica::ops {
namespace {

// Both kernels shift by the peak, which leaves the quotient unchanged and keeps exp() finite.
constexpr std::string_view kLaneFunctions = R"(
float4 logits_of(float4 v) { return v * FLOAT4(BETA); }

// Padding lanes hold 0, which may be the peak, and exp(0 - peak) is not 0: they are replaced before they count.
float4 replace_padding(float4 v, int slice, float replacement) {
#if SRC_CHANNELS % 4 == 0
  return v;
#else
  int real_lanes = SRC_CHANNELS - slice * 4;
  return MAKE4(v.x, real_lanes > 1 ? v.y : replacement, real_lanes > 2 ? v.z : replacement,
               real_lanes > 3 ? v.w : replacement);
#endif
}

float max_of(float4 v, int slice) {
  float4 lanes = replace_padding(v, slice, v.x);
  return max(max(lanes.x, lanes.y), max(lanes.z, lanes.w));
}

float sum_of(float4 v, int slice) { return dot(replace_padding(v, slice, 0.0), FLOAT4(1.0)); }
)";

constexpr std::string_view kInvocationPerPixel = R"(
KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int b = GRID_Z;
  if (x >= SRC_WIDTH || y >= SRC_HEIGHT || b >= SRC_BATCH) return;

  float peak = logits_of(src_read(b, x, y, 0)).x;
  for (int slice = 0; slice < SRC_SLICES; ++slice) {
    peak = max(peak, max_of(logits_of(src_read(b, x, y, slice)), slice));
  }
  float sum = 0.0;
  for (int slice = 0; slice < SRC_SLICES; ++slice) {
    sum += sum_of(exp(logits_of(src_read(b, x, y, slice)) - FLOAT4(peak)), slice);
  }
  for (int slice = 0; slice < SRC_SLICES; ++slice) {
    dst_write(exp(logits_of(src_read(b, x, y, slice)) - FLOAT4(peak)) / FLOAT4(sum), b, x, y, slice);
  }
}
)";

// Every invocation takes each GROUP_SIZE_X-th slice; then every one folds the parts of all, which saves a second
// barrier.
constexpr std::string_view kGroupPerPixel = R"(
KERNEL {
  int x = GROUP_X;
  int y = GROUP_Y;
  int b = GROUP_Z;

  float part = logits_of(src_read(b, x, y, 0)).x;
  for (int slice = LOCAL_X; slice < SRC_SLICES; slice += GROUP_SIZE_X) {
    part = max(part, max_of(logits_of(src_read(b, x, y, slice)), slice));
  }
  peaks[LOCAL_X] = part;
  BARRIER;
  float peak = peaks[0];
  for (int i = 1; i < GROUP_SIZE_X; ++i) peak = max(peak, peaks[i]);

  part = 0.0;
  for (int slice = LOCAL_X; slice < SRC_SLICES; slice += GROUP_SIZE_X) {
    part += sum_of(exp(logits_of(src_read(b, x, y, slice)) - FLOAT4(peak)), slice);
  }
  sums[LOCAL_X] = part;
  BARRIER;
  float sum = sums[0];
  for (int i = 1; i < GROUP_SIZE_X; ++i) sum += sums[i];

  for (int slice = LOCAL_X; slice < SRC_SLICES; slice += GROUP_SIZE_X) {
    dst_write(exp(logits_of(src_read(b, x, y, slice)) - FLOAT4(peak)) / FLOAT4(sum), b, x, y, slice);
  }
}
)";

}  // namespace

KernelRequest MakeSoftmaxKernel(const NodeView& node, const gpu::DeviceInfo& device) {
  const Shape& shape = node.input(0).desc.shape;
  KernelRequest request{
      .name = "softmax",
      .text = std::string(kLaneFunctions).append(kInvocationPerPixel),
      .definitions = {{"BETA", node.attributes<SoftmaxAttributes>().beta}},
      .reads = {{"src", &node.input(0)}},
      .writes = {{"dst", &node.output(0)}},
      .grid = {shape.width(), shape.height(), shape.batch()},
  };
  const std::int64_t pixels = std::int64_t{shape.batch()} * shape.height() * shape.width();
  const int group = InvocationsPerOutput(device, pixels, shape.slices());
  if (group == 1) return request;

  request.name = "softmax_group_per_pixel";
  request.text = std::string(kLaneFunctions).append(kGroupPerPixel);
  request.shared = {{"peaks", "float", group}, {"sums", "float", group}};
  request.grid[0] *= group;
  request.group_size = {group, 1, 1};
  return request;
}

}  // namespace mica::ops
