// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/merge_padding.h"

#include <algorithm>
#include <optional>

#include "operator/host_tensor.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

namespace mica::passes {
namespace {

ops::Window2d* FindWindow(graph::Node& node) {
  if (auto* conv = node.FindAttributes<ops::Conv2dAttributes>()) return &conv->window;
  if (auto* depthwise = node.FindAttributes<ops::DepthwiseConv2dAttributes>()) return &depthwise->window;
  return nullptr;
}

// The zeros that a PAD of [B, H, W, C] puts around its image, if it does nothing else.
std::optional<ops::Padding2d> FindSpatialPadding(const graph::Node& pad) {
  const bool is_pad = pad.op == "PAD" || pad.op == "PADV2";
  if (!is_pad || pad.inputs[0]->desc.shape.rank() != 4 || !pad.inputs[1]->is_constant()) return std::nullopt;
  if (pad.inputs.size() > 2) {
    if (!pad.inputs[2]->is_constant()) return std::nullopt;
    const std::vector<float> value = ReadConstant<float>(*pad.inputs[2]->constant, pad.inputs[2]->desc.type);
    if (value.size() != 1 || value[0] != 0.0f) return std::nullopt;
  }
  const std::vector<int> amounts = ReadConstant<int>(*pad.inputs[1]->constant, pad.inputs[1]->desc.type);
  if (amounts.size() != 8 || amounts[0] != 0 || amounts[1] != 0 || amounts[6] != 0 || amounts[7] != 0) {
    return std::nullopt;
  }
  return ops::Padding2d{.top = amounts[2], .bottom = amounts[3], .left = amounts[4], .right = amounts[5]};
}

}  // namespace

int MergePadding(graph::Graph& graph) {
  int merged = 0;
  for (graph::Node* conv : graph.NodesInOrder()) {
    ops::Window2d* window = FindWindow(*conv);
    if (window == nullptr || window->explicit_padding != ops::Padding2d{}) continue;

    const graph::Value& padded = *conv->inputs[0];
    graph::Node* pad = padded.producer;
    if (pad == nullptr || padded.readers.size() != 1 || graph.IsOutput(padded)) continue;
    const std::optional<ops::Padding2d> padding = FindSpatialPadding(*pad);
    if (!padding) continue;

    window->explicit_padding = *padding;
    graph.ReplaceInput(*conv, 0, *pad->inputs[0]);
    conv->AddOrigins(pad->origins);
    graph.Remove(*pad);
    ++merged;
  }
  graph.RemoveUnusedValues();
  return merged;
}

}  // namespace mica::passes
