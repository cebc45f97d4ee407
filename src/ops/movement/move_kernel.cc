// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/movement/move_kernel.h"

#include <algorithm>
#include <limits>

#include "ops/movement/box.h"

namespace mica::ops {
namespace {

constexpr std::string_view kMoveText = R"(
// One axis, from the innermost on: `rest` counts what lies in front of it.
#define WALK(size, stride, first, last) \
  i = rest % size;                      \
  rest = rest / size;                   \
  if (i < first || i >= last) return -1; \
  from = from + i * stride;

// Which unit of the source becomes unit `at` of the destination, in row-major order; -1: none does.
// The unit is a slice where MOVES_SLICES, else an element.
int source_of(int at, int origin) {
  int from = origin;
  int rest = at;
  int i = 0;
#if AXES > 0
  WALK(SIZE0, STRIDE0, FIRST0, LAST0)
#endif
#if AXES > 1
  WALK(SIZE1, STRIDE1, FIRST1, LAST1)
#endif
#if AXES > 2
  WALK(SIZE2, STRIDE2, FIRST2, LAST2)
#endif
#if AXES > 3
  WALK(SIZE3, STRIDE3, FIRST3, LAST3)
#endif
#if AXES > 4
  WALK(SIZE4, STRIDE4, FIRST4, LAST4)
#endif
#if AXES > 5
  WALK(SIZE5, STRIDE5, FIRST5, LAST5)
#endif
#if AXES > 6
  WALK(SIZE6, STRIDE6, FIRST6, LAST6)
#endif
#if AXES > 7
  WALK(SIZE7, STRIDE7, FIRST7, LAST7)
#endif
  return from;
}

#if MOVES_SLICES
float4 moved(int pixel, int slice, int origin TENSORS_DECLARED) {
  int from = source_of(pixel * DST_SLICES + slice, origin);
  if (from < 0) return FLOAT4(FILL);
  int from_pixel = from / SRC_SLICES;
  int from_row = from_pixel / SRC_WIDTH;
  return src_read(from_row / SRC_HEIGHT, from_pixel % SRC_WIDTH, from_row % SRC_HEIGHT, from % SRC_SLICES);
}
#else
float moved_element(int at, int origin TENSORS_DECLARED) {
  int from = source_of(at, origin);
  if (from < 0) return FILL;
  int from_pixel = from / SRC_CHANNELS;
  int from_row = from_pixel / SRC_WIDTH;
  return src_channel(from_row / SRC_HEIGHT, from_pixel % SRC_WIDTH, from_row % SRC_HEIGHT, from % SRC_CHANNELS);
}

float4 moved(int pixel, int slice, int origin TENSORS_DECLARED) {
  int at = pixel * DST_CHANNELS + slice * 4;
  // Padding lanes repeat the last channel, to read nothing outside; the write makes them 0.
  int last = pixel * DST_CHANNELS + DST_CHANNELS - 1;
  return MAKE4(moved_element(at, origin TENSORS), moved_element(min(at + 1, last), origin TENSORS),
               moved_element(min(at + 2, last), origin TENSORS), moved_element(min(at + 3, last), origin TENSORS));
}
#endif

KERNEL {
  int x = GRID_X;
  int y = GRID_Y;
  int slice = GRID_Z % DST_SLICES;
  int b = GRID_Z / DST_SLICES;
  if (x >= DST_WIDTH || y >= DST_HEIGHT || b >= DST_BATCH) return;

  int pixel = (b * DST_HEIGHT + y) * DST_WIDTH + x;
  dst_write(moved(pixel, slice, ORIGIN TENSORS), b, x, y, slice);
#if DESTINATIONS > 1
  dst1_write(moved(pixel, slice, ORIGIN1 TENSORS), b, x, y, slice);
#endif
#if DESTINATIONS > 2
  dst2_write(moved(pixel, slice, ORIGIN2 TENSORS), b, x, y, slice);
#endif
}
)";

void DefineAxes(std::span<const MovementAxis> axes, std::vector<kernel::Definition>& definitions) {
  definitions.emplace_back("AXES", static_cast<int>(axes.size()));
  for (std::size_t number = 0; number < axes.size(); ++number) {
    const MovementAxis& axis = axes[axes.size() - 1 - number];  // The text counts from the innermost.
    definitions.emplace_back(fmt::format("SIZE{}", number), axis.size);
    definitions.emplace_back(fmt::format("STRIDE{}", number), axis.stride);
    definitions.emplace_back(fmt::format("FIRST{}", number), axis.first);
    definitions.emplace_back(fmt::format("LAST{}", number), axis.last);
  }
}

}  // namespace

KernelRequest MakeMoveKernel(std::string name, const graph::Value& source, std::span<const Moved> results) {
  MICA_CHECK(!results.empty() && results.size() <= kMaxMoved, "{} results.", results.size());
  const Shape& shape = results[0].result->desc.shape;
  const auto in_slices = [&](const Moved& moved) { return InSlices(moved.movement, source.desc.shape, shape); };
  const bool moves_slices =
      std::ranges::all_of(results, [&](const Moved& moved) { return in_slices(moved).has_value(); });

  KernelRequest request{.name = std::move(name),
                        .text = std::string(kMoveText),
                        .definitions = {{"DESTINATIONS", static_cast<int>(results.size())},
                                        {"MOVES_SLICES", moves_slices ? 1 : 0},
                                        {"FILL", results[0].movement.fill}},
                        .reads = {{"src", &source}},
                        .grid = {shape.width(), shape.height(), shape.slices() * shape.batch()}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MergedMovement merged = Merge(moves_slices ? *in_slices(results[i]) : results[i].movement);
    if (i == 0) DefineAxes(merged.axes, request.definitions);
    const std::string number = i == 0 ? "" : std::to_string(i);
    request.definitions.emplace_back("ORIGIN" + number, merged.origin);
    request.writes.push_back({"dst" + number, results[i].result});
  }
  return request;
}

KernelRequest MakeMoveKernel(std::string name, const graph::Value& source, const graph::Value& result,
                             Movement movement) {
  if (const auto slices = InSlices(movement, source.desc.shape, result.desc.shape)) {
    if (const auto box = FindBox(*slices, source.desc.shape, result.desc.shape)) {
      return MakeBoxKernel(std::move(name), source, result, *box);
    }
  }
  const Moved moved{.result = &result, .movement = std::move(movement)};
  return MakeMoveKernel(std::move(name), source, std::span(&moved, 1));
}

Support MovableTensors(std::span<const graph::Value* const> tensors) {
  for (const graph::Value* tensor : tensors) {
    const graph::TensorDesc& desc = tensor->desc;
    if (desc.type != DataType::kFloat32) {
      return No("tensors are float32", std::string(ToString(desc.type)), "float32");
    }
    if (desc.elements() == 0) return No("tensors have elements", ToString(desc.shape), "no dimension of 0");
    if (desc.elements() > std::numeric_limits<int>::max()) {
      return No("an int counts the elements", ToString(desc.shape), "at most 2147483647 elements");
    }
  }
  return Yes();
}

Support MovableWithConstantShape(const NodeView& node, const gpu::DeviceInfo&) {
  for (int slot = 1; slot < node.input_count(); ++slot) {
    if (!node.has_input(slot) || node.input(slot).is_constant()) continue;
    return No("the inputs behind the first are constant", fmt::format("input {} computed at run time", slot),
              "a constant");
  }
  const std::array<const graph::Value*, 2> tensors = {&node.input(0), &node.output(0)};
  return MovableTensors(tensors);
}

}  // namespace mica::ops
