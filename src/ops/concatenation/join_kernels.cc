// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/concatenation/join_kernels.h"

#include <algorithm>
#include <string_view>

namespace mica::ops {
namespace {

// With the result they take the 4 storage buffers that OpenGL ES 3.1 guarantees.
constexpr std::size_t kMaxSources = 3;

constexpr std::string_view kJoinText = R"(
#if JOINS_SLICES
// Four channels of the one source that has them. It begins at `start` along the axis; ALONG_* is 1 for that axis.
float4 joined(int b, int x, int y, int slice, int at TENSORS_DECLARED) {
  int start = at < START1 ? START0 : at < START2 ? START1 : START2;
  int period = at < START1 ? PERIOD0 : at < START2 ? PERIOD1 : PERIOD2;
  int from_b = b / PERIOD * period + b % PERIOD - start * ALONG_BATCH;
  int from_x = x - start * ALONG_WIDTH;
  int from_y = y - start * ALONG_HEIGHT;
  int from_slice = slice - start * ALONG_SLICES;
#if SOURCES > 1
  if (at >= START1 && at < START2) return src1_read(from_b, from_x, from_y, from_slice);
#endif
#if SOURCES > 2
  if (at >= START2) return src2_read(from_b, from_x, from_y, from_slice);
#endif
  return src0_read(from_b, from_x, from_y, from_slice);
}
#else
// The channels of a slice may come from several sources.
float joined_channel(int b, int x, int y, int asked TENSORS_DECLARED) {
  int channel = min(asked, DST_CHANNELS - 1);  // Padding lanes: the write makes them 0.
#if SOURCES > 1
  if (channel >= START1 && channel < START2) return src1_channel(b, x, y, channel - START1);
#endif
#if SOURCES > 2
  if (channel >= START2) return src2_channel(b, x, y, channel - START2);
#endif
  return src0_channel(b, x, y, channel);
}

float4 joined(int b, int x, int y, int slice, int at TENSORS_DECLARED) {
  int channel = slice * 4;
  return MAKE4(joined_channel(b, x, y, channel TENSORS), joined_channel(b, x, y, channel + 1 TENSORS),
               joined_channel(b, x, y, channel + 2 TENSORS), joined_channel(b, x, y, channel + 3 TENSORS));
}
#endif

KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  int at = b % PERIOD * ALONG_BATCH + y * ALONG_HEIGHT + x * ALONG_WIDTH + slice * ALONG_SLICES;
  if (at < START0 || at >= END) return;  // Another kernel's part.
  dst_write(joined(b, x, y, slice, at TENSORS), b, x, y, slice);
}
)";

// The axis in the GPU's [batch, height, width, channels] view.
enum class Along { kBatch, kHeight, kWidth, kChannels };

Along GpuAxis(const Shape& shape, int axis) {
  switch (shape.rank() - axis) {
    case 1:
      return Along::kChannels;
    case 2:
      return Along::kWidth;
    case 3:
      return Along::kHeight;
    default:
      return Along::kBatch;
  }
}

// After how many batches the joined axis starts again: axes in front of it collapse into the batch as it does.
int BatchPeriod(const Shape& shape, int axis) {
  if (GpuAxis(shape, axis) != Along::kBatch) return shape.batch();
  int period = 1;
  for (int inner = axis; inner < shape.rank() - 3; ++inner) period *= shape[inner];
  return period;
}

// The unit along channels is the slice, unless parts share slices.
int Length(const Shape& shape, int axis, bool joins_slices) {
  switch (GpuAxis(shape, axis)) {
    case Along::kBatch:
      return BatchPeriod(shape, axis);
    case Along::kHeight:
      return shape.height();
    case Along::kWidth:
      return shape.width();
    case Along::kChannels:
      break;
  }
  return joins_slices ? shape.slices() : shape.channels();
}

bool EndInWholeSlices(std::span<const graph::Value* const> parts) {
  return std::ranges::all_of(parts.first(parts.size() - 1),
                             [](const graph::Value* part) { return part->desc.shape.channels() % 4 == 0; });
}

KernelRequest MakeJoinKernel(int axis, bool joins_slices, int start, std::span<const graph::Value* const> sources,
                             const graph::Value& result) {
  const Shape& shape = result.desc.shape;
  const Along along = GpuAxis(shape, axis);
  const auto flag = [](bool is_set) { return is_set ? 1 : 0; };
  KernelRequest request{.name = "concatenation",
                        .text = std::string(kJoinText),
                        .definitions = {{"SOURCES", static_cast<int>(sources.size())},
                                        {"JOINS_SLICES", flag(joins_slices)},
                                        {"ALONG_BATCH", flag(along == Along::kBatch)},
                                        {"ALONG_HEIGHT", flag(along == Along::kHeight)},
                                        {"ALONG_WIDTH", flag(along == Along::kWidth)},
                                        {"ALONG_SLICES", flag(along == Along::kChannels && joins_slices)},
                                        {"PERIOD", BatchPeriod(shape, axis)}},
                        .writes = {{"dst", &result}},
                        .grid = {shape.width(), shape.height(), shape.slices() * shape.batch()}};
  for (std::size_t i = 0; i < kMaxSources; ++i) {
    const Shape& source = sources[std::min(i, sources.size() - 1)]->desc.shape;
    request.definitions.emplace_back(fmt::format("START{}", i), start);
    request.definitions.emplace_back(fmt::format("PERIOD{}", i), BatchPeriod(source, axis));
    if (i >= sources.size()) continue;
    request.reads.push_back({fmt::format("src{}", i), sources[i]});
    start += Length(source, axis, joins_slices);
  }
  // A kernel for channels that share slices has the result for itself, and its grid counts slices.
  request.definitions.emplace_back("END", joins_slices ? start : 1);
  return request;
}

graph::TensorDesc JoinedDesc(int axis, std::span<const graph::Value* const> parts) {
  graph::TensorDesc desc = parts[0]->desc;
  int size = 0;
  for (const graph::Value* part : parts) size += part->desc.shape[axis];
  desc.shape.set(axis, size);
  return desc;
}

}  // namespace

void JoinAlong(int axis, std::span<const graph::Value* const> parts, const graph::Value& result,
               KernelSequence& sequence) {
  const bool joins_slices = GpuAxis(result.desc.shape, axis) != Along::kChannels || EndInWholeSlices(parts);
  const bool needs_scratch = !joins_slices && parts.size() > kMaxSources;

  std::vector<const graph::Value*> joined;
  int start = 0;
  for (std::size_t first = 0; first < parts.size(); first += kMaxSources) {
    const auto group = parts.subspan(first, std::min(kMaxSources, parts.size() - first));
    if (!needs_scratch) {
      sequence.Add(MakeJoinKernel(axis, joins_slices, start, group, result));
      for (const graph::Value* part : group) start += Length(part->desc.shape, axis, joins_slices);
    } else if (group.size() == 1) {
      joined.push_back(group[0]);
    } else {
      joined.push_back(&sequence.AddScratch(JoinedDesc(axis, group)));
      JoinAlong(axis, group, *joined.back(), sequence);
    }
  }
  if (needs_scratch) JoinAlong(axis, joined, result, sequence);
}

}  // namespace mica::ops
