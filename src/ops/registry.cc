// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/registry.h"

#include <algorithm>

#include "ops/add_first_channels/add_first_channels.h"
#include "ops/concatenation/concatenation.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/dequantize/dequantize.h"
#include "ops/elementwise/elementwise.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/mean/mean.h"
#include "ops/pad/pad.h"
#include "ops/pool_2d/pool_2d.h"
#include "ops/prelu/prelu.h"
#include "ops/reshape/reshape.h"
#include "ops/resize/resize.h"
#include "ops/slice/slice.h"
#include "ops/softmax/softmax.h"
#include "ops/split/split.h"
#include "ops/transpose/transpose.h"

namespace mica::ops {
namespace {

std::vector<const OperatorDef*> MakeRegistry() {
  std::vector<const OperatorDef*> operators = {
      &kAddFirstChannels,
      &kConcatenation,
      &kConv2d,
      &kDepthwiseConv2d,
      &kDequantize,
      &kFullyConnected,
      &kMean,
      &kPad,
      &kPadV2,
      &kAveragePool2d,
      &kMaxPool2d,
      &kPRelu,
      &kReshape,
      &kSqueeze,
      &kExpandDims,
      &kResizeBilinear,
      &kResizeNearestNeighbor,
      &kSlice,
      &kStridedSlice,
      &kSoftmax,
      &kSplit,
      &kTranspose,
  };
  for (const OperatorDef& elementwise : ElementwiseOperators()) operators.push_back(&elementwise);
  std::ranges::sort(operators, {}, &OperatorDef::name);
  return operators;
}

}  // namespace

std::span<const OperatorDef* const> AllOperators() {
  static const std::vector<const OperatorDef*> operators = MakeRegistry();
  return operators;
}

const OperatorDef* FindOperator(std::string_view name) {
  const auto operators = AllOperators();
  const auto found = std::ranges::lower_bound(operators, name, {}, &OperatorDef::name);
  return found != operators.end() && (*found)->name == name ? *found : nullptr;
}

}  // namespace mica::ops
