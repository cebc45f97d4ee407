// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Sessions on the null backend: everything but the numbers. tests/networks has those.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "mica/mica.hpp"

namespace mica {
namespace {

using ::testing::HasSubstr;

Model LoadNetwork(const std::string& name) {
  Result<Model> model = Model::Load(MICA_TEST_MODELS "/" + name + "/model.tflite");
  EXPECT_TRUE(model) << model.error().message();
  return *std::move(model);
}

class SessionTest : public testing::Test {
 protected:
  Status Failure(const SessionOptions& options) const {
    const Result<Session> session = Session::Create(model_, options);
    return session ? Status() : session.error();
  }

  const Model model_ = LoadNetwork("mobile_block");
  const SessionOptions null_ = {.backend = "null"};
};

TEST_F(SessionTest, ReportsWhatItIsMadeOf) {
  const Result<Session> session = Session::Create(model_, {.backend = "null", .precision = PrecisionChoice::kFp16});
  ASSERT_TRUE(session) << session.error().message();
  const SessionReport& report = session->report();
  EXPECT_EQ(report.device.backend, "null");
  EXPECT_EQ(report.precision, "fp16");
  EXPECT_EQ(report.storage, "buffer");
  EXPECT_EQ(report.nodes, static_cast<int>(model_.operators().size()));
  EXPECT_EQ(report.gpu_nodes, report.nodes);
  EXPECT_GT(report.dispatches, 0);
  EXPECT_LE(report.programs, report.dispatches);
  EXPECT_GT(report.constant_bytes, 0u);
}

TEST_F(SessionTest, RefusesInputsAndOutputsOfAnotherSize) {
  Result<Session> session = Session::Create(model_, null_);
  ASSERT_TRUE(session) << session.error().message();
  const std::size_t size_bytes = model_.inputs()[0].size_bytes;
  std::vector<std::byte> bytes(size_bytes + 1);
  EXPECT_TRUE(session->SetInput(0, std::span(bytes).first(size_bytes)).ok());
  const Status too_large = session->SetInput(0, bytes);
  EXPECT_EQ(too_large.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(too_large.message(), HasSubstr(fmt::format("has {} bytes; {} are given", size_bytes, size_bytes + 1)));
  EXPECT_FALSE(session->GetOutput(0, {}).ok());
}

TEST_F(SessionTest, RefusesInputsAndOutputsThatAreNotThere) {
  Result<Session> session = Session::Create(model_, null_);
  ASSERT_TRUE(session) << session.error().message();
  EXPECT_EQ(session->SetInput(1, {}).message(), "there is no input 1; the model has 1.");
  EXPECT_FALSE(session->GetOutput(-1, {}).ok());
  EXPECT_EQ(session->FindInput(model_.inputs()[0].name), 0);
  EXPECT_EQ(session->FindOutput("nowhere").error().message(), "the model has no output named 'nowhere'.");
}

TEST_F(SessionTest, RefusesAPlanThatNeedsMoreMemoryThanAllowed) {
  const Status refusal = Failure({.backend = "null", .max_memory_bytes = 1000});
  EXPECT_EQ(refusal.code(), StatusCode::kUnsupported);
  EXPECT_THAT(refusal.message(), HasSubstr("bytes of GPU memory; 1000 are allowed"));
  EXPECT_TRUE(Failure({.backend = "null", .max_memory_bytes = 1 << 30}).ok());
}

TEST_F(SessionTest, RefusesNamesThatDoNotExist) {
  EXPECT_THAT(Failure({.backend = "cuda"}).message(), HasSubstr("no backend named 'cuda'"));
  EXPECT_EQ(Failure({.backend = "null", .without_passes = {"nothing"}}).message(), "there is no pass named 'nothing'.");
  EXPECT_FALSE(Failure({.backend = "gl", .device = "a device that nobody has"}).ok());
}

TEST_F(SessionTest, APassThatIsLeftOutChangesThePlan) {
  const Model padded = LoadNetwork("explicit_padding");
  const Result<Session> with = Session::Create(padded, null_);
  const Result<Session> without = Session::Create(padded, {.backend = "null", .without_passes = {"merge_padding"}});
  ASSERT_TRUE(with && without);
  EXPECT_LT(with->report().dispatches, without->report().dispatches);
}

TEST_F(SessionTest, EveryOperatorIsInADispatchOrFolded) {
  const Result<Session> session = Session::Create(model_, null_);
  ASSERT_TRUE(session) << session.error().message();
  const auto json = nlohmann::json::parse(session->PlanJson());
  EXPECT_EQ(json["schema"], 1);
  std::set<int> origins;
  for (const auto& part : {json["dispatches"], json["folds"]}) {
    for (const auto& entry : part) origins.insert(entry["origins"].begin(), entry["origins"].end());
  }
  EXPECT_EQ(origins.size(), model_.operators().size());
}

TEST_F(SessionTest, ProgressEndsWithAllProgramsCompiled) {
  std::pair<int, int> last;
  SessionOptions options = null_;
  options.progress = [&](int done, int total) { last = {done, total}; };
  const Result<Session> session = Session::Create(model_, options);
  ASSERT_TRUE(session) << session.error().message();
  EXPECT_EQ(last, std::pair(session->report().programs, session->report().programs));
}

TEST_F(SessionTest, KernelsAreShownInEveryLanguage) {
  const auto first_text = [&](const std::string& language) {
    const auto texts = EmitKernels(model_, null_, language);
    return texts ? texts->at(0).text : texts.error().message();
  };
  EXPECT_THAT(first_text("glsl-es"), HasSubstr("#version 310 es"));
  EXPECT_THAT(first_text("glsl-vulkan"), HasSubstr("#version 450"));
  EXPECT_THAT(first_text("opencl"), HasSubstr("__kernel"));
  EXPECT_THAT(first_text("fortran"), HasSubstr("no language named 'fortran'"));
}

TEST_F(SessionTest, VerifyWantsEveryInput) {
  const Result<VerifyReport> report = Verify(model_, null_, {}, 0, {});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("0 inputs are given; the model has 1"));
}

TEST_F(SessionTest, VerifyWantsInputsOfTheRightSize) {
  const Result<VerifyReport> report = Verify(model_, null_, {std::vector<std::byte>(3)}, 0, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace mica
