// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// The plans of all networks, as texts that a review can read. They change where a kernel, a fusion or the memory plan
// does, and then on purpose: MICA_UPDATE_GOLDEN=1 writes them anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mica/mica.hpp"
#include "network_folder.h"

namespace mica::networks {
namespace {

std::string Plan(const std::string& network, PrecisionChoice precision, StorageChoice storage) {
  const Result<Model> model = Model::Load(LoadNetwork(network).model_path);
  if (!model) return model.error().message();
  // The null backend has the limits that OpenGL ES 3.1 guarantees, and is no software GPU.
  const Result<Session> session =
      Session::Create(*model, {.backend = "null", .precision = precision, .storage = storage});
  return session ? session->PlanText() : session.error().message();
}

void ExpectGolden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(MICA_GOLDEN) / (name + ".txt");
  if (std::getenv("MICA_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::stringstream golden;
  golden << std::ifstream(path).rdbuf();
  EXPECT_EQ(text, golden.str()) << "To accept the new plan: MICA_UPDATE_GOLDEN=1 golden_test";
}

class GoldenPlanTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenPlanTest, IsTheOneInTheRepository) {
  ExpectGolden(GetParam(), Plan(GetParam(), PrecisionChoice::kFp32, StorageChoice::kBuffer));
}

TEST(GoldenPlanOfTexturesTest, IsTheOneInTheRepository) {
  ExpectGolden("tiny_unet.fp16.texture", Plan("tiny_unet", PrecisionChoice::kFp16, StorageChoice::kTexture));
}

INSTANTIATE_TEST_SUITE_P(Networks, GoldenPlanTest, testing::ValuesIn(ListNetworks()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace mica::networks
