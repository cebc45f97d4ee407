// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "mica/mica.hpp"

namespace mica {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

MemoryReport ReportOf(const std::string& network, TensorsOf tensors_of, SessionOptions options = {}) {
  options.backend = "null";
  const Result<Model> model = Model::Load(MICA_TEST_MODELS "/" + network + "/model.tflite");
  EXPECT_TRUE(model) << model.error().message();
  Result<MemoryReport> report = ReportMemory(*model, options, tensors_of);
  EXPECT_TRUE(report) << report.error().message();
  return *std::move(report);
}

const MemoryStrategy& Find(const MemoryReport& report, std::string_view name) {
  return *std::ranges::find(report.strategies, name, &MemoryStrategy::name);
}

bool AliveTogether(const MemoryTensor& a, const MemoryTensor& b) {
  return a.first_step <= b.last_step && b.first_step <= a.last_step;
}

// Whether two tensors have bytes in common: where objects take turns, each tensor has its whole object.
bool Overlap(const MemoryReport& report, const MemoryStrategy& strategy, std::size_t a, std::size_t b) {
  const MemoryPlace& place_a = strategy.places[a];
  const MemoryPlace& place_b = strategy.places[b];
  if (place_a.object != place_b.object) return false;
  if (!strategy.uses_offsets) return true;
  return place_a.offset_bytes < place_b.offset_bytes + report.tensors[b].size_bytes &&
         place_b.offset_bytes < place_a.offset_bytes + report.tensors[a].size_bytes;
}

TEST(ReportMemoryTest, HasEveryStrategyByName) {
  std::vector<std::string> names;
  for (const MemoryStrategy& strategy : ReportOf("tiny_unet", TensorsOf::kModel).strategies) {
    names.push_back(strategy.name);
  }
  EXPECT_THAT(names, ElementsAre("naive", "greedy", "mcfp", "by-size", "by-breadth", "offsets", "best"));
}

TEST(ReportMemoryTest, NoTwoTensorsAliveTogetherOverlap) {
  const MemoryReport report = ReportOf("tiny_unet", TensorsOf::kModel);
  for (const MemoryStrategy& strategy : report.strategies) {
    ASSERT_EQ(strategy.places.size(), report.tensors.size());
    for (std::size_t a = 0; a < report.tensors.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (!AliveTogether(report.tensors[a], report.tensors[b])) continue;
        EXPECT_FALSE(Overlap(report, strategy, a, b)) << strategy.name << ": tensors " << a << " and " << b;
      }
    }
  }
}

TEST(ReportMemoryTest, ObjectsAddUpAndStayAboveTheirBounds) {
  for (const TensorsOf tensors_of : {TensorsOf::kModel, TensorsOf::kPlan}) {
    const MemoryReport report = ReportOf("tiny_unet", tensors_of);
    const std::size_t best_bytes = Find(report, "best").bytes;
    for (const MemoryStrategy& strategy : report.strategies) {
      EXPECT_EQ(strategy.bytes,
                std::accumulate(strategy.object_bytes.begin(), strategy.object_bytes.end(), std::size_t{0}));
      EXPECT_GE(strategy.bytes, strategy.uses_offsets ? report.offsets_lower_bound : report.objects_lower_bound);
      EXPECT_GE(strategy.bytes, best_bytes) << strategy.name;
    }
  }
}

TEST(ReportMemoryTest, SaysWhichStrategyBestComesDownTo) {
  const MemoryReport report = ReportOf("tiny_unet", TensorsOf::kModel);
  EXPECT_EQ(report.picked, "offsets");
  EXPECT_EQ(Find(report, report.picked).bytes, Find(report, "best").bytes);
  EXPECT_TRUE(Find(report, "best").uses_offsets);
}

// A fused activation is no operator of the file: what lies before it is no tensor of the file's.
TEST(ReportMemoryTest, AModelHasATensorBetweenEveryTwoOperatorsOfAChain) {
  const MemoryReport report = ReportOf("mobile_block", TensorsOf::kModel);
  EXPECT_EQ(report.steps.size(), 10u);
  EXPECT_EQ(report.tensors.size(), 9u);
  for (std::size_t i = 0; i < report.steps.size(); ++i) EXPECT_THAT(report.steps[i].origins, ElementsAre(i));
}

TEST(ReportMemoryTest, SizesArePaddedToFourChannelsInThePrecision) {
  const MemoryReport fp32 = ReportOf("mobile_block", TensorsOf::kModel);
  EXPECT_THAT(fp32.tensors[0].shape, ElementsAre(1, 17, 16, 10));
  EXPECT_EQ(fp32.tensors[0].size_bytes, 17u * 16 * 12 * 4);
  const MemoryReport fp16 = ReportOf("mobile_block", TensorsOf::kModel, {.precision = PrecisionChoice::kFp16});
  EXPECT_EQ(fp16.precision, "fp16");
  EXPECT_EQ(fp16.tensors[0].size_bytes, 17u * 16 * 12 * 2);
}

TEST(ReportMemoryTest, TheFusedPlanHasFewerTensors) {
  EXPECT_LT(ReportOf("mobile_block", TensorsOf::kPlan).tensors.size(),
            ReportOf("mobile_block", TensorsOf::kModel).tensors.size());
}

TEST(ReportMemoryTest, ASessionTakesWhatItsStrategyPlans) {
  const std::pair<MemoryChoice, std::string> choices[] = {{MemoryChoice::kNaive, "naive"},
                                                          {MemoryChoice::kGreedy, "greedy"},
                                                          {MemoryChoice::kMinCostFlow, "mcfp"},
                                                          {MemoryChoice::kBySize, "by-size"},
                                                          {MemoryChoice::kByBreadth, "by-breadth"},
                                                          {MemoryChoice::kOffsets, "offsets"},
                                                          {MemoryChoice::kBest, "best"}};
  for (const auto& [choice, name] : choices) {
    const MemoryReport report = ReportOf("tiny_unet", TensorsOf::kPlan, {.memory = choice});
    EXPECT_EQ(report.plan_bytes, Find(report, name).bytes) << name;
  }
}

TEST(ReportMemoryTest, TexturesAreComparedAsBuffers) {
  const MemoryReport textures = ReportOf("tiny_unet", TensorsOf::kPlan, {.storage = StorageChoice::kTexture});
  EXPECT_FALSE(textures.tensors.empty());
  EXPECT_GT(textures.plan_bytes, Find(textures, "best").bytes);  // Only textures of equal size take turns.
}

TEST(ReportMemoryTest, ADeviceThatIsNotThereIsAFailure) {
  const Result<Model> model = Model::Load(MICA_TEST_MODELS "/mobile_block/model.tflite");
  ASSERT_TRUE(model) << model.error().message();
  const Result<MemoryReport> report = ReportMemory(*model, {.backend = "cuda"}, TensorsOf::kPlan);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("no backend named 'cuda'"));
}

}  // namespace
}  // namespace mica
