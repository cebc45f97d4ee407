// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/data_type.h"

#include <gtest/gtest.h>

#include <set>

namespace mica {
namespace {

TEST(DataTypeTest, EveryTypeHasANameOfItsOwn) {
  constexpr int kCount = static_cast<int>(DataType::kVariant) + 1;
  std::set<std::string_view> names;
  for (int type = 0; type < kCount; ++type) names.insert(ToString(static_cast<DataType>(type)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kCount));
}

TEST(DataTypeTest, ElementsOfNoWholeBytesHaveNoSize) {
  EXPECT_EQ(ElementBytes(DataType::kFloat32), 4u);
  EXPECT_EQ(ElementBytes(DataType::kFloat16), 2u);
  EXPECT_EQ(ElementBytes(DataType::kComplex128), 16u);
  EXPECT_EQ(ElementBytes(DataType::kInt4), 0u);
  EXPECT_EQ(ElementBytes(DataType::kString), 0u);
}

}  // namespace
}  // namespace mica
