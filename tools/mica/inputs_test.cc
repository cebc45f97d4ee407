// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::cli {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;
using ::testing::Lt;

TensorInfo Info(DataType type) {
  return {.name = "x", .type = type, .shape = {1000}, .size_bytes = 1000 * ElementBytes(type)};
}

std::vector<double> RandomValues(DataType type, std::uint64_t seed) {
  return ReadElements(*MakeRandomInput(Info(type), seed));
}

TEST(RandomInputTest, TheSameSeedGivesTheSameNumbersEverywhere) {
  const std::vector<double> values = RandomValues(DataType::kFloat64, 1);
  EXPECT_EQ(values, RandomValues(DataType::kFloat64, 1));
  EXPECT_NE(values, RandomValues(DataType::kFloat64, 2));
  EXPECT_DOUBLE_EQ(values[0], 0.13387664401253274);  // The Mersenne twister is fixed by the C++ standard.
}

TEST(RandomInputTest, ValuesLieWhereNetworksExpectThem) {
  EXPECT_THAT(RandomValues(DataType::kFloat32, 1), Each(AllOf(Ge(0), Le(1))));
  EXPECT_THAT(RandomValues(DataType::kInt16, 1), Each(AllOf(Ge(-3000), Le(3000))));
  EXPECT_THAT(RandomValues(DataType::kInt32, 1), Each(AllOf(Ge(0), Lt(2))));
  const std::vector<double> bytes = RandomValues(DataType::kInt8, 1);
  EXPECT_LT(*std::ranges::min_element(bytes), -100);
  EXPECT_GT(*std::ranges::max_element(bytes), 100);
}

TEST(RandomInputTest, ClaimsOfHostileFilesAreRefused) {
  EXPECT_FALSE(MakeRandomInput({.type = DataType::kFloat32, .size_bytes = std::size_t{1} << 50}, 1));
  EXPECT_FALSE(MakeRandomInput({.type = DataType::kString}, 1));
}

}  // namespace
}  // namespace mica::cli
