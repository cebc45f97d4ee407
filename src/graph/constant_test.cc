// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "graph/constant.h"

#include <gtest/gtest.h>

namespace mica::graph {
namespace {

TEST(ConstantTest, SharesBytesAndKeepsTheirOwnerAlive) {
  auto file = std::make_shared<const std::vector<std::byte>>(8, std::byte{7});
  const std::byte* address = file->data();
  const std::weak_ptr<const void> watched = file;
  auto constant = std::make_unique<Constant>(std::span(*file).subspan(1, 4), file);
  file.reset();
  EXPECT_EQ(constant->bytes().data(), address + 1);  // Not copied.
  EXPECT_FALSE(watched.expired());
  constant.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(ConstantTest, OwnedBytesLiveAsLongAsAnyCopy) {
  Constant copy;
  {
    const Constant original = Constant::Own({std::byte{1}, std::byte{2}});
    copy = original;
  }
  ASSERT_EQ(copy.bytes().size(), 2u);
  EXPECT_EQ(copy.bytes()[1], std::byte{2});
}

}  // namespace
}  // namespace mica::graph
