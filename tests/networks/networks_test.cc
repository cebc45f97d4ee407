// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Every network of tests/models on the GPU by every backend, through the public API, against what LiteRT answered.
#include <gtest/gtest.h>

#include "backend/vulkan/validation_listener.h"
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
  bool hardware_rules = false;
  std::string only_on = {};  // A backend. What differs by the plan and not by the API is run on one.
};

const std::vector<Setting> kSettings = {
    {.name = "fp32_buffer"},
    {.name = "fp16_buffer", .precision = PrecisionChoice::kFp16},
    {.name = "fp32_texture", .storage = StorageChoice::kTexture, .only_on = "gl"},
    {.name = "fp16_texture", .precision = PrecisionChoice::kFp16, .storage = StorageChoice::kTexture},
    {.name = "minimum_limits", .minimum_limits = true, .only_on = "gl"},
    {.name = "hardware_rules", .hardware_rules = true},
    {.name = "hardware_rules_fp16_texture",
     .precision = PrecisionChoice::kFp16,
     .storage = StorageChoice::kTexture,
     .hardware_rules = true},
};

const std::vector<std::string> kBackends = {"gl", "vulkan"};

double LimitOf(const Setting& setting) {
  return setting.precision == PrecisionChoice::kFp32 ? 1e-4 : 3e-2;
}

class NetworkTest : public testing::Test {
 public:
  NetworkTest(const std::string& network, std::string backend, Setting setting)
      : network_(LoadNetwork(network)), backend_(std::move(backend)), setting_(std::move(setting)) {}

  void TestBody() override {
    const Result<Model> model = Model::Load(network_.model_path);
    ASSERT_TRUE(model) << model.error().message();
    Result<Session> session = Session::Create(*model, {.backend = backend_,
                                                       .precision = setting_.precision,
                                                       .storage = setting_.storage,
                                                       .minimum_limits = setting_.minimum_limits,
                                                       .hardware_rules = setting_.hardware_rules});
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
  std::string backend_;
  Setting setting_;
};

void Register(const std::string& network, const std::string& backend, const Setting& setting) {
  testing::RegisterTest(fmt::format("Network/{}", network).c_str(), fmt::format("{}/{}", backend, setting.name).c_str(),
                        nullptr, nullptr, __FILE__, __LINE__,
                        [=]() -> NetworkTest* { return new NetworkTest(network, backend, setting); });
}

void RegisterAll() {
  for (const std::string& network : ListNetworks()) {
    for (const std::string& backend : kBackends) {
      for (const Setting& setting : kSettings) {
        if (setting.only_on.empty() || setting.only_on == backend) Register(network, backend, setting);
      }
    }
  }
}

}  // namespace
}  // namespace mica::networks

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  mica::vulkan::ValidationListener::Install();
  mica::networks::RegisterAll();
  return RUN_ALL_TESTS();
}
