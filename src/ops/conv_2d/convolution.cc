// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/convolution.h"

namespace mica::ops {

KernelRequest Convolution::Request(std::string name, std::string_view text) const {
  KernelRequest request{.name = std::move(name),
                        .text = std::string(text),
                        .definitions = WindowDefinitions(window, placed),
                        .reads = {{"src", &node.input(0)}},
                        .writes = {{"dst", &node.output(0)}}};
  request.definitions.insert(request.definitions.end(), {{"KERNEL_HEIGHT", weights[1]}, {"KERNEL_WIDTH", weights[2]}});
  return request;
}

void Convolution::AddConstants(KernelRequest& request, std::vector<PackingLoop> weight_loops,
                               int padded_outputs) const {
  request.constants.push_back({"weights", &node.input(1), {.source = weights, .loops = std::move(weight_loops)}});
  request.constants.push_back({"bias",
                               node.has_input(2) ? &node.input(2) : nullptr,
                               {.source = {weights[0]}, .loops = {{0, padded_outputs, 1}}}});
}

}  // namespace mica::ops
