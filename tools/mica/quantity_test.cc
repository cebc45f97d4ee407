// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "quantity.h"

#include <gtest/gtest.h>

namespace mica::cli {
namespace {

std::size_t Bytes(std::string_view text) {
  const Result<std::size_t> size = ParseByteSize(text);
  EXPECT_TRUE(size) << text;
  return size.value_or(0);
}

TEST(ParseByteSizeTest, UnitsOf1000AndOf1024AreKept) {
  EXPECT_EQ(Bytes("123456"), 123456u);
  EXPECT_EQ(Bytes("64MiB"), 64u << 20);
  EXPECT_EQ(Bytes("64M"), 64u << 20);
  EXPECT_EQ(Bytes("1GB"), 1'000'000'000u);
  EXPECT_EQ(Bytes("1.5 gib"), 3u << 29);
  EXPECT_EQ(Bytes("2kB"), 2000u);
}

TEST(ParseByteSizeTest, WhatIsNoSizeIsRefused) {
  for (const char* text : {"", "MiB", "-5", "0", "64XB", "1e5", "nan", "inf", "5MiBs", "99999999999TiB", "0x10"}) {
    EXPECT_FALSE(ParseByteSize(text)) << text;
  }
}

TEST(FormatTest, AmountsAreShort) {
  EXPECT_EQ(FormatByteSize(512), "512 B");
  EXPECT_EQ(FormatByteSize(16'900'000), "16.1 MiB");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(568'740'352), "568.74 M");
  EXPECT_EQ(FormatMilliseconds(0.1234), "0.123 ms");
  EXPECT_EQ(FormatMilliseconds(12.345), "12.35 ms");
  EXPECT_EQ(FormatMilliseconds(12'000), "12.00 s");
}

}  // namespace
}  // namespace mica::cli
