// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/reshape/cases.h"

#include "ops/reshape/reshape.h"

namespace mica::ops {
namespace {

OperatorCase Reshape(std::string name, Shape source, std::vector<int> dims) {
  const int rank = static_cast<int>(dims.size());
  return {.name = std::move(name),
          .inputs = {{.shape = source}, {.shape = {rank}, .is_constant = true, .integers = std::move(dims)}},
          .attributes = ReshapeAttributes{}};
}

OperatorCase ReshapeByOptions(std::string name, Shape source, std::vector<int> dims) {
  return {.name = std::move(name), .inputs = {{.shape = source}}, .attributes = ReshapeAttributes{std::move(dims)}};
}

OperatorCase Squeeze(std::string name, Shape source, std::vector<int> axes) {
  return {.name = std::move(name), .inputs = {{.shape = source}}, .attributes = SqueezeAttributes{std::move(axes)}};
}

OperatorCase ExpandDims(std::string name, Shape source, int axis) {
  return {.name = std::move(name),
          .inputs = {{.shape = source}, {.shape = {}, .is_constant = true, .integers = {axis}}},
          .attributes = {}};
}

}  // namespace

std::vector<OperatorCase> ReshapeCases() {
  return {
      Reshape("ChannelsToPixels", {1, 3, 5, 8}, {1, 5, 3, 8}),
      Reshape("WholeSlicesOtherChannels", {1, 3, 2, 12}, {1, -1, 4}),
      Reshape("FlattenWholeSlices", {2, 3, 3, 4}, {2, 36}),
      Reshape("FlattenPaddedSlices", {2, 3, 3, 5}, {2, 45}),
      Reshape("UnflattenPaddedSlices", {1, 42}, {1, 2, 3, 7}),
      Reshape("SamePaddedChannels", {1, 2, 9, 7}, {1, 6, 3, 7}),
      Reshape("AnchorsOfPrimeClasses", {1, 3, 3, 15}, {1, 27, 5}),
      Reshape("OneChannel", {1, 4, 4, 1}, {1, 16}),
      Reshape("ToOneChannel", {1, 6}, {1, 2, 3, 1}),
      Reshape("DropsLeadingOnes", {1, 1, 1, 13}, {13}),
      Reshape("BatchIntoHeight", {3, 2, 2, 6}, {1, 6, 2, 6}),
      Reshape("RankOneToSix", {36}, {1, 3, 1, 2, 3, 2}),
      Reshape("RankSixToTwo", {2, 1, 3, 2, 1, 5}, {6, -1}),
      Reshape("OneElement", {1, 1, 1, 1}, {1}),
      ReshapeByOptions("ShapeInOptions", {2, 7}, {-1, 2}),
      ReshapeByOptions("ScalarInOptions", {1, 1}, {0}),
  };
}

std::vector<OperatorCase> SqueezeCases() {
  return {
      Squeeze("AllOnes", {1, 1, 1, 7}, {}),    Squeeze("Spatial", {3, 1, 1, 10}, {1, 2}),
      Squeeze("Channels", {1, 3, 5, 1}, {-1}), Squeeze("ChannelsOfBatch", {2, 3, 3, 1}, {3}),
      Squeeze("Height", {2, 1, 5, 8}, {1}),    Squeeze("WidthOfPaddedSlices", {2, 3, 1, 6}, {2}),
      Squeeze("BatchOnly", {1, 2, 3, 4}, {0}), Squeeze("RankFive", {2, 1, 3, 1, 5}, {-2}),
      Squeeze("ToScalar", {1, 1, 1}, {}),
  };
}

std::vector<OperatorCase> ExpandDimsCases() {
  return {
      ExpandDims("First", {3, 5}, 0),
      ExpandDims("Last", {3, 5}, -1),
      ExpandDims("Middle", {2, 3, 4}, 2),
      ExpandDims("LastOfOneChannel", {2, 3, 1}, 3),
      ExpandDims("BehindPaddedSlices", {2, 3, 3, 5}, 4),
      ExpandDims("InFrontOfBatch", {2, 3, 3, 5}, 0),
      ExpandDims("RankFiveToSix", {2, 1, 2, 3, 4}, 3),
      ExpandDims("Vector", {7}, 0),
  };
}

}  // namespace mica::ops
