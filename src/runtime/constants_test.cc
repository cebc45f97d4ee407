// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "runtime/constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "ops/graph_under_test.h"

namespace mica::runtime {
namespace {

using ops::Floats;
using ::testing::ElementsAre;

template <typename T>
std::vector<T> As(const std::vector<std::byte>& bytes) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

// Two buffers: a vector of three and zeros in the first, the vector once more in the second.
class ConstantsTest : public testing::Test {
 protected:
  ConstantsTest() {
    const Packing vector = PackVector(3);
    plan_.constant_bytes = {32, 16};
    plan_.constants = {{.buffer = 0, .recipes = {{value_.id, vector, 0}, {-1, vector, 16}}},
                       {.buffer = 1, .recipes = {{value_.id, vector, 0}}}};
  }
  std::vector<std::byte> Make(int buffer) const { return *MakeConstantBytes(plan_, buffer, test_.graph); }

  ops::GraphUnderTest test_;
  graph::Value& value_ = test_.Constant(Floats({3}, {1, 2, 0.5}));
  plan::Plan plan_;
};

TEST_F(ConstantsTest, RecipesAreCookedAtTheirOffsets) {
  EXPECT_THAT(As<float>(Make(0)), ElementsAre(1, 2, 0.5, 0, 0, 0, 0, 0));
  EXPECT_THAT(As<float>(Make(1)), ElementsAre(1, 2, 0.5, 0));
}

TEST_F(ConstantsTest, HalvesAreRoundedOnTheWay) {
  plan_.constant_type = kernel::ElementType::kFloat16;
  plan_.constant_bytes = {16, 8};
  plan_.constants[0].recipes[1].offset_bytes = 8;
  EXPECT_THAT(As<std::uint16_t>(Make(0)), ElementsAre(0x3c00, 0x4000, 0x3800, 0, 0, 0, 0, 0));
}

TEST_F(ConstantsTest, ConstantsOfTheFileMayBeHalves) {
  graph::Value& halves =
      test_.Constant(ops::MakeTensor<std::uint16_t>(DataType::kFloat16, {3}, {0x3c00, 0x4000, 0x3800}));
  plan_.constants[1].recipes[0].value_id = halves.id;
  EXPECT_THAT(As<float>(Make(1)), ElementsAre(1, 2, 0.5, 0));
}

}  // namespace
}  // namespace mica::runtime
