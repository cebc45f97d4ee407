// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/slice/cases.h"

#include "ops/slice/slice.h"

namespace mica::ops {
namespace {

CaseInput Vector(std::vector<int> numbers) {
  const int count = static_cast<int>(numbers.size());
  return {.shape = {count}, .is_constant = true, .integers = std::move(numbers)};
}

OperatorCase Slice(std::string name, Shape source, std::vector<int> begin, std::vector<int> size) {
  return {.name = std::move(name),
          .inputs = {{.shape = source}, Vector(std::move(begin)), Vector(std::move(size))},
          .attributes = {}};
}

OperatorCase Strided(std::string name, Shape source, std::vector<int> begin, std::vector<int> end,
                     std::vector<int> strides, StridedSliceAttributes attributes = {}) {
  return {.name = std::move(name),
          .inputs = {{.shape = source}, Vector(std::move(begin)), Vector(std::move(end)), Vector(std::move(strides))},
          .attributes = attributes};
}

}  // namespace

std::vector<OperatorCase> SliceCases() {
  return {
      Slice("Spatial", {1, 5, 7, 8}, {0, 1, 2, 0}, {1, 3, 4, 8}),
      Slice("SpatialPaddedSlices", {2, 5, 3, 7}, {0, 2, 0, 0}, {2, -1, 2, -1}),
      Slice("FirstChannels", {1, 2, 3, 8}, {0, 0, 0, 0}, {1, 2, 3, 3}),
      Slice("ChannelsFromWholeSlice", {1, 2, 3, 13}, {0, 0, 0, 4}, {1, 2, 3, 7}),
      Slice("ChannelsFromTwo", {1, 2, 3, 11}, {0, 0, 0, 2}, {1, 2, 3, 5}),
      Slice("OneChannel", {2, 3, 3, 6}, {0, 0, 0, 5}, {2, 3, 3, 1}),
      Slice("Batch", {3, 2, 2, 5}, {1, 0, 0, 0}, {2, 2, 2, 5}),
      Slice("EveryAxis", {3, 4, 5, 6}, {1, 2, 1, 1}, {1, 2, 3, 4}),
      Slice("OneElement", {2, 2, 2, 5}, {1, 0, 1, 3}, {1, 1, 1, 1}),
      Slice("RankOne", {13}, {3}, {7}),
      Slice("RankTwo", {5, 7}, {2, 0}, {-1, 4}),
      Slice("RankFive", {2, 3, 2, 3, 5}, {1, 0, 1, 1, 0}, {1, 3, 1, 2, 5}),
      Slice("RankSix", {2, 1, 3, 2, 2, 4}, {0, 0, 1, 0, 1, 0}, {2, 1, 2, 1, 1, 4}),
  };
}

std::vector<OperatorCase> StridedSliceCases() {
  return {
      Strided("Spatial", {1, 5, 7, 8}, {0, 1, 2, 0}, {1, 4, 6, 8}, {1, 1, 1, 1}),
      Strided("EveryOtherPixel", {1, 6, 7, 5}, {0, 0, 1, 0}, {1, 6, 7, 5}, {1, 2, 2, 1}),
      Strided("EveryOtherChannel", {1, 2, 3, 9}, {0, 0, 0, 1}, {1, 2, 3, 9}, {1, 1, 1, 2}),
      Strided("FlippedWidth", {1, 3, 5, 4}, {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 1, -1, 1},
              {.begin_mask = 15, .end_mask = 15}),
      Strided("FlippedChannels", {1, 3, 2, 7}, {0, 0, 0, -1}, {1, 3, 2, -8}, {1, 1, 1, -1}),
      Strided("BackwardsByTwoAndThree", {3, 4, 5}, {2, -1, 4}, {0, -5, 0}, {-1, -2, -3}),
      Strided("EndsFarOutside", {3, 4, 5}, {-9, 0, 2}, {99, 99, -99}, {1, 3, -1}),
      Strided("FewerEntriesThanAxes", {3, 2, 5}, {1}, {3}, {1}),
      Strided("Ellipsis", {2, 3, 4, 5}, {1, 0, 2}, {2, 0, 4}, {1, 1, 1}, {.ellipsis_mask = 2}),
      Strided("NewAxis", {3, 4, 5}, {1, 0, 2}, {2, 0, 4}, {1, 1, 1}, {.new_axis_mask = 2}),
      Strided("NewAxisBehindEllipsis", {3, 4, 5}, {0, 0, 2}, {0, 0, 4}, {1, 1, 1},
              {.ellipsis_mask = 1, .new_axis_mask = 2}),
      Strided("ShrunkHeight", {2, 3, 4, 5}, {0, 1, 0, 0}, {2, 2, 4, 5}, {1, 1, 1, 1}, {.shrink_axis_mask = 2}),
      Strided("ShrunkChannels", {2, 3, 4, 5}, {0, 0, 0, -2}, {0, 0, 0, 0}, {1, 1, 1, 1},
              {.begin_mask = 7, .end_mask = 7, .shrink_axis_mask = 8}),
      Strided("ShrunkToScalar", {3, 4, 5}, {1, 2, -1}, {0, 0, 0}, {1, 1, 1}, {.shrink_axis_mask = 7}),
      Strided("OffsetFromBegin", {3, 4, 5}, {-2, 1, 2}, {2, 2, 1}, {1, 1, 1}, {.offset = true}),
      Strided("RankFive", {2, 1, 2, 3, 4}, {1, 0, 0, 0, 0}, {2, 1, 2, 3, 4}, {1, 1, 1, 2, 1}),
      Strided("RankSix", {2, 1, 2, 3, 2, 5}, {0, 0, 0, 0, 1, 1}, {2, 1, 2, 3, 2, 5}, {1, 1, 1, 2, 1, 2}),
  };
}

}  // namespace mica::ops
