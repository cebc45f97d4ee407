// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gtest/gtest.h>

#include "graph/graph.h"

namespace mica::graph {
namespace {

TEST(PrinterTest, AGraphIsOneLineForEachInputConstantNodeAndOutput) {
  Graph graph;
  Value& image = graph.AddValue("image", {.shape = {1, 8, 8, 3}});
  Value& weights = graph.AddConstant("weights", {.type = DataType::kFloat16, .shape = {4, 1, 1, 3}}, {});
  Value& result = graph.AddValue("result", {.shape = {1, 8, 8, 4}});
  graph.AddNode("CONV_2D", {}, {&image, &weights, nullptr}, {&result}).origins = {0, 2};
  graph.inputs = {&image};
  graph.outputs = {&result};

  EXPECT_EQ(ToString(graph),
            "input  %0: float32[1, 8, 8, 3]  image\n"
            "const  %1: float16[4, 1, 1, 3]\n"
            "%2: float32[1, 8, 8, 4] = CONV_2D(%0, %1, none)  origins 0,2\n"
            "output %2  result\n");
}

}  // namespace
}  // namespace mica::graph
