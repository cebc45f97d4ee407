// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// What the public API promises of sessions, on a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#include "engine/comparison.h"
#include "mica/mica.hpp"
#include "network_folder.h"

namespace mica::networks {
namespace {

constexpr double kLimit = 1e-4;

// On every backend.
class SessionTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto devices = ListDevices();
    if (!devices) GTEST_SKIP() << devices.error().message();
    const bool is_there =
        std::ranges::any_of(*devices, [](const auto& device) { return device.backend == GetParam(); });
    if (!is_there) GTEST_SKIP() << "no device has the backend " << GetParam();
  }

  static Model LoadModel(const Network& network) {
    Result<Model> model = Model::Load(network.model_path);
    EXPECT_TRUE(model) << model.error().message();
    return *std::move(model);
  }

  static Session MakeSession(const Network& network) {
    Result<Session> session =
        Session::Create(LoadModel(network), {.backend = GetParam(), .precision = PrecisionChoice::kFp32});
    EXPECT_TRUE(session) << session.error().message();
    return *std::move(session);
  }

  static void SetInputs(const Network& network, Session& session) {
    for (std::size_t i = 0; i < network.inputs.size(); ++i) {
      EXPECT_TRUE(session.SetInput(static_cast<int>(i), network.inputs[i]).ok());
    }
  }

  static std::vector<float> FirstOutput(const Network& network, Session& session) {
    std::vector<float> output(network.outputs[0].size());
    EXPECT_TRUE(session.GetOutput(0, std::as_writable_bytes(std::span(output))).ok());
    return output;
  }

  // How far a run of a session that stands ready is from LiteRT.
  static double RunAndCompare(const Network& network, Session& session) {
    SetInputs(network, session);
    EXPECT_TRUE(session.Run().ok());
    return engine::Distance(network.outputs[0], FirstOutput(network, session));
  }
};

TEST_P(SessionTest, ASecondRunGivesTheSameAnswer) {
  const Network network = LoadNetwork("tiny_unet");
  Session session = MakeSession(network);
  SetInputs(network, session);
  ASSERT_TRUE(session.Run().ok());
  const std::vector<float> first = FirstOutput(network, session);
  ASSERT_TRUE(session.Run().ok());
  EXPECT_EQ(FirstOutput(network, session), first);
}

TEST_P(SessionTest, NewInputsGiveANewAnswer) {
  const Network network = LoadNetwork("tiny_unet");
  Session session = MakeSession(network);
  const std::vector<std::byte> zeros(network.inputs[0].size());
  ASSERT_TRUE(session.SetInput(0, zeros).ok());
  ASSERT_TRUE(session.Run().ok());
  EXPECT_GT(engine::Distance(network.outputs[0], FirstOutput(network, session)), kLimit);
  EXPECT_LE(RunAndCompare(network, session), kLimit);
}

TEST_P(SessionTest, SeveralRunsMayBeStartedBeforeOneWait) {
  const Network network = LoadNetwork("mobile_block");
  Session session = MakeSession(network);
  SetInputs(network, session);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(session.Start().ok());
  ASSERT_TRUE(session.Wait().ok());
  EXPECT_LE(engine::Distance(network.outputs[0], FirstOutput(network, session)), kLimit);
}

TEST_P(SessionTest, TwoSessionsRunAtOnceFromTwoThreads) {
  const Network unet = LoadNetwork("tiny_unet");
  const Network block = LoadNetwork("mobile_block");
  Session unet_session = MakeSession(unet);
  Session block_session = MakeSession(block);
  const auto run_often = [](const Network& network, Session& session, double& worst) {
    for (int i = 0; i < 10; ++i) worst = std::max(worst, RunAndCompare(network, session));
  };
  double unet_worst = 0;
  double block_worst = 0;
  std::thread other(run_often, std::cref(unet), std::ref(unet_session), std::ref(unet_worst));
  run_often(block, block_session, block_worst);
  other.join();
  EXPECT_LE(unet_worst, kLimit);
  EXPECT_LE(block_worst, kLimit);
}

TEST_P(SessionTest, AnotherThreadMayUseAndEndASession) {
  const Network network = LoadNetwork("mobile_block");
  Session session = MakeSession(network);
  double distance = std::numeric_limits<double>::infinity();
  std::thread([&] {
    Session owned = std::move(session);
    distance = RunAndCompare(network, owned);
  }).join();
  EXPECT_LE(distance, kLimit);
}

TEST_P(SessionTest, ASessionOutlivesItsModel) {
  const Network network = LoadNetwork("mobile_block");
  auto model = std::make_unique<Model>(LoadModel(network));
  Result<Session> session = Session::Create(*model, {.backend = GetParam(), .precision = PrecisionChoice::kFp32});
  ASSERT_TRUE(session) << session.error().message();
  model.reset();
  EXPECT_LE(RunAndCompare(network, *session), kLimit);
}

TEST_P(SessionTest, VerifyFindsNothingWrongWithAGoodNetwork) {
  const Network network = LoadNetwork("tiny_unet");
  int calls = 0;
  const Result<VerifyReport> report =
      Verify(LoadModel(network), {.backend = GetParam(), .precision = PrecisionChoice::kFp32}, network.inputs,
             /*limit=*/0, [&](int, int) { ++calls; });
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->limit, 1e-4);
  EXPECT_GT(report->tensors.size(), 5u);
  EXPECT_FALSE(report->first_failure.has_value())
      << report->tensors[*report->first_failure].name << ": " << report->tensors[*report->first_failure].distance;
  EXPECT_GT(calls, 0);
}

TEST_P(SessionTest, VerifyNamesTheFirstTensorBeyondTheLimit) {
  const Network network = LoadNetwork("mobile_block");
  const Result<VerifyReport> report =
      Verify(LoadModel(network), {.backend = GetParam(), .precision = PrecisionChoice::kFp16}, network.inputs,
             /*limit=*/1e-9, {});
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_TRUE(report->first_failure.has_value());
  EXPECT_GT(report->tensors[*report->first_failure].distance, 1e-9);
  for (std::size_t i = 0; i < *report->first_failure; ++i) EXPECT_TRUE(report->tensors[i].within_limit);
}

INSTANTIATE_TEST_SUITE_P(Backends, SessionTest, testing::Values("gl", "vulkan"),
                         [](const auto& backend) { return backend.param; });

}  // namespace
}  // namespace mica::networks
