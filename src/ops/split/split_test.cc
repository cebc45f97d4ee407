// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/split/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;

// SPLIT has several outputs, which NodeUnderTest does not know.
class SplitUnderTest {
 public:
  SplitUnderTest(Shape source, HostTensor axis, int parts) : source_({.shape = source}), axis_(std::move(axis)) {
    std::iota(source_.data<float>().begin(), source_.data<float>().end(), 0.0f);
    graph::Value& constant =
        graph_.AddConstant("axis", axis_.desc(), graph::Constant::Own({axis_.bytes().begin(), axis_.bytes().end()}));
    std::vector<graph::Value*> outputs;
    for (int i = 0; i < parts; ++i) outputs.push_back(&graph_.AddValue("part", {}));
    node_ = &graph_.AddNode("SPLIT", {}, {&constant, &graph_.AddValue("source", source_.desc())}, outputs);
  }

  Status Infer() {
    std::vector<graph::TensorDesc> descs(node_->outputs.size());
    Status status = kSplit.infer_shapes(NodeView(*node_), descs);
    for (std::size_t i = 0; i < descs.size(); ++i) node_->outputs[i]->desc = descs[i];
    return status;
  }

  std::vector<HostTensor> Run() {
    EXPECT_TRUE(Infer().ok());
    std::vector<HostTensor> outputs;
    for (const graph::Value* part : node_->outputs) outputs.emplace_back(part->desc);
    const std::vector<const HostTensor*> inputs = {&axis_, &source_};
    kSplit.reference(NodeView(*node_), inputs, outputs);
    return outputs;
  }

  std::vector<KernelRequest> Lower() {
    EXPECT_TRUE(Infer().ok());
    KernelSequence sequence([&](graph::TensorDesc desc) -> const graph::Value& { return graph_.AddValue("", desc); });
    EXPECT_TRUE(kSplit.lower(NodeView(*node_), {.device = {}, .type_of = {}}, sequence).ok());
    return sequence.kernels();
  }

 private:
  HostTensor source_;
  HostTensor axis_;
  graph::Graph graph_;
  graph::Node* node_;
};

TEST(SplitTest, AgreesWithLiteRt) {
  const std::vector<HostTensor> columns = SplitUnderTest({2, 6}, Integers({}, {1}), 3).Run();
  EXPECT_THAT(columns[0].data<float>(), ElementsAre(0, 1, 6, 7));
  EXPECT_THAT(columns[1].data<float>(), ElementsAre(2, 3, 8, 9));
  EXPECT_THAT(columns[2].data<float>(), ElementsAre(4, 5, 10, 11));

  const std::vector<HostTensor> rows = SplitUnderTest({2, 6}, Integers({1}, {-2}), 2).Run();
  EXPECT_EQ(rows[1].shape(), Shape({1, 6}));
  EXPECT_THAT(rows[1].data<float>(), ElementsAre(6, 7, 8, 9, 10, 11));
}

TEST(SplitTest, UnequalPartsAndAxesOutsideAreInvalid) {
  EXPECT_EQ(SplitUnderTest({2, 6}, Integers({}, {1}), 4).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(SplitUnderTest({2, 6}, Integers({}, {2}), 2).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(SplitUnderTest({2, 6}, Integers({2}, {0, 1}), 2).Infer().code(), StatusCode::kInvalidModel);
  EXPECT_EQ(SplitUnderTest({}, Integers({}, {0}), 1).Infer().code(), StatusCode::kInvalidModel);
}

TEST(SplitTest, ThreePartsAreOneKernelAndFourAreFour) {
  EXPECT_EQ(SplitUnderTest({2, 12}, Integers({}, {1}), 3).Lower().size(), 1u);
  EXPECT_EQ(SplitUnderTest({2, 12}, Integers({}, {1}), 4).Lower().size(), 4u);
}

TEST(SplitTest, TheNumberOfOutputsMustAgreeWithTheOptions) {
  const auto parse = [](int parts, std::size_t outputs) {
    flatbuffers::FlatBufferBuilder builder;
    const auto options = schema::CreateSplitOptions(builder, parts);
    return ParseInFile(kSplit, builder,
                       {.inputs = {{}, {}},
                        .outputs = std::vector<graph::TensorDesc>(outputs),
                        .options_type = schema::BuiltinOptions_SplitOptions,
                        .options = options.Union()});
  };
  EXPECT_TRUE(parse(3, 3).has_value());
  EXPECT_FALSE(parse(3, 2).has_value());
  EXPECT_FALSE(parse(0, 0).has_value());
  EXPECT_FALSE(parse(-1, 1).has_value());
}

}  // namespace
}  // namespace mica::ops
