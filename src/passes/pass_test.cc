// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "passes/pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "passes/pipeline.h"

namespace mica::passes {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

int AddInput(graph::Graph& graph) {
  graph.inputs.push_back(&graph.AddValue("added", {}));
  return 1;
}

int ForgetReader(graph::Graph& graph) {
  graph.AddNode("A", {}, {graph.inputs[0]}, {});
  graph.inputs[0]->readers.clear();
  return 1;
}

constexpr std::array kPasses = {Pass{"first", AddInput}, Pass{"second", AddInput}};

std::vector<std::string_view> Names(const std::vector<PassResult>& results) {
  std::vector<std::string_view> names;
  for (const PassResult& result : results) names.push_back(result.name);
  return names;
}

TEST(PassRunnerTest, RunsPassesInOrderAndTellsTheirChanges) {
  graph::Graph graph;
  const std::vector<PassResult> results = passes::Run(kPasses, graph);
  EXPECT_THAT(Names(results), ElementsAre("first", "second"));
  EXPECT_EQ(results[0].changes, 1);
  EXPECT_EQ(graph.inputs.size(), 2u);
}

TEST(PassRunnerTest, LeavesOutWhatIsNamed) {
  graph::Graph graph;
  EXPECT_THAT(Names(passes::Run(kPasses, graph, {.without = {"first"}})), ElementsAre("second"));
  EXPECT_THAT(passes::Run(kPasses, graph, {.without = {"first", "second"}}), IsEmpty());
  EXPECT_EQ(graph.inputs.size(), 1u);
}

TEST(PassRunnerTest, ShowsTheGraphBehindEachPass) {
  graph::Graph graph;
  std::vector<std::pair<std::string_view, std::size_t>> dumps;
  passes::Run(kPasses, graph, {.dump = [&](std::string_view pass, const graph::Graph& shown) {
                dumps.emplace_back(pass, shown.inputs.size());
              }});
  EXPECT_THAT(dumps, ElementsAre(std::pair("first", 1u), std::pair("second", 2u)));
}

TEST(PassRunnerDeathTest, APassThatBreaksTheGraphIsNamed) {
  graph::Graph graph;
  constexpr std::array kBroken = {Pass{"first", AddInput}, Pass{"forget_reader", ForgetReader}};
  EXPECT_DEATH(passes::Run(kBroken, graph), "the pass forget_reader broke the graph");
}

TEST(PipelineTest, EveryPassHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const auto passes : {Canonicalization(), Optimization()}) {
    for (const Pass& pass : passes) EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
  }
  EXPECT_FALSE(names.empty());
}

}  // namespace
}  // namespace mica::passes
