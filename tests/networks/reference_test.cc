// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// The judge judged: the reference code against LiteRT, on the file's own graph and behind every pass.
#include "reference/reference.h"

#include <gtest/gtest.h>

#include "engine/comparison.h"
#include "model/import.h"
#include "network_folder.h"
#include "passes/pipeline.h"

namespace mica::networks {
namespace {

class ReferenceTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto file = model::ModelFile::Load(network_.model_path);
    ASSERT_TRUE(file) << file.error().message();
    auto imported = model::Import(*file);
    ASSERT_TRUE(imported) << imported.error().message();
    graph_ = std::move(imported->graph);
  }

  void ExpectLiteRtsAnswer(const graph::Graph& graph) {
    reference::Tensors inputs;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
      inputs.emplace(graph.inputs[i]->id, HostTensor(graph.inputs[i]->desc, network_.inputs[i]));
    }
    const auto tensors = reference::Run(graph, std::move(inputs));
    ASSERT_TRUE(tensors) << tensors.error().message();
    ASSERT_EQ(graph.outputs.size(), network_.outputs.size());
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
      const HostTensor& output = tensors->at(graph.outputs[i]->id);
      ASSERT_EQ(output.data<float>().size(), network_.outputs[i].size());
      EXPECT_LE(engine::Distance(network_.outputs[i], output.data<float>()), 1e-5) << "output " << i;
    }
  }

  const Network network_ = LoadNetwork(GetParam());
  graph::Graph graph_;
};

TEST_P(ReferenceTest, ComputesWhatLiteRtComputes) {
  ExpectLiteRtsAnswer(graph_);
}

TEST_P(ReferenceTest, EveryPassKeepsTheAnswer) {
  const passes::RunOptions options{.dump = [&](std::string_view pass, const graph::Graph& graph) {
    SCOPED_TRACE(pass);
    ExpectLiteRtsAnswer(graph);
  }};
  passes::Run(passes::Canonicalization(), graph_, options);
  passes::Run(passes::Optimization(), graph_, options);
}

INSTANTIATE_TEST_SUITE_P(Networks, ReferenceTest, testing::ValuesIn(ListNetworks()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace mica::networks
