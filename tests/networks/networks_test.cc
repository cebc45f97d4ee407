// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Every network of tests/models on the GPU, through the public API, against what LiteRT answered.
#include <gtest/gtest.h>

#include "engine/comparison.h"
#include "mica/mica.hpp"
#include "network_folder.h"

namespace mica::networks {
namespace {

struct Setting {
  std::string name;
  PrecisionChoice precision = PrecisionChoice::kFp32;
  StorageChoice storage = StorageChoice::kBuffer;
  bool minimum_limits = false;
};

const std::vector<Setting> kSettings = {
    {.name = "fp32_buffer"},
    {.name = "fp16_buffer", .precision = PrecisionChoice::kFp16},
    {.name = "fp32_texture", .storage = StorageChoice::kTexture},
    {.name = "fp16_texture", .precision = PrecisionChoice::kFp16, .storage = StorageChoice::kTexture},
    {.name = "minimum_limits", .minimum_limits = true},
};

double LimitOf(const Setting& setting) {
  return setting.precision == PrecisionChoice::kFp32 ? 1e-4 : 3e-2;
}

class NetworkTest : public testing::Test {
 public:
  NetworkTest(std::string network, Setting setting) : network_(LoadNetwork(network)), setting_(std::move(setting)) {}

  void TestBody() override {
    const Result<Model> model = Model::Load(network_.model_path);
    ASSERT_TRUE(model) << model.error().message();
    Result<Session> session = Session::Create(*model, {.backend = "gl",
                                                       .precision = setting_.precision,
                                                       .storage = setting_.storage,
                                                       .minimum_limits = setting_.minimum_limits});
    if (!session && session.error().code() == StatusCode::kNoDevice) GTEST_SKIP() << session.error().message();
    ASSERT_TRUE(session) << session.error().message();
    ASSERT_EQ(model->inputs().size(), network_.inputs.size());
    ASSERT_EQ(model->outputs().size(), network_.outputs.size());
    for (std::size_t i = 0; i < network_.inputs.size(); ++i) {
      const Status status = session->SetInput(static_cast<int>(i), network_.inputs[i]);
      ASSERT_TRUE(status.ok()) << status.message();
    }
    const Status status = session->Run();
    ASSERT_TRUE(status.ok()) << status.message();
    for (std::size_t i = 0; i < network_.outputs.size(); ++i) ExpectOutput(*session, model->outputs()[i], i);
  }

 private:
  void ExpectOutput(Session& session, const TensorInfo& info, std::size_t index) const {
    const std::vector<float>& expected = network_.outputs[index];
    ASSERT_EQ(info.size_bytes, expected.size() * sizeof(float)) << info.name;
    std::vector<float> got(expected.size());
    const Status status = session.GetOutput(static_cast<int>(index), std::as_writable_bytes(std::span(got)));
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_LE(engine::Distance(expected, got), LimitOf(setting_)) << "output " << index << ", " << info.name;
  }

  Network network_;
  Setting setting_;
};

void RegisterAll() {
  for (const std::string& network : ListNetworks()) {
    for (const Setting& setting : kSettings) {
      testing::RegisterTest(fmt::format("Network/{}", network).c_str(), setting.name.c_str(), nullptr, nullptr,
                            __FILE__, __LINE__, [=]() -> NetworkTest* { return new NetworkTest(network, setting); });
    }
  }
}

}  // namespace
}  // namespace mica::networks

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  mica::networks::RegisterAll();
  return RUN_ALL_TESTS();
}
