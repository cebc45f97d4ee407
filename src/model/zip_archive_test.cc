// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/zip_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/test_zip.h"

namespace mica::model {
namespace {

Result<std::string> Read(const std::string& bytes, std::string_view name) {
  CopyBudget budget(bytes.size());
  return ReadFromZip(std::as_bytes(std::span(bytes)), name, budget);
}

const std::vector<TestZipFile> kFiles = {{"a.txt", "first", false}, {"b.txt", std::string(1000, 'b'), true}};

TEST(ZipArchiveTest, FilesAreFoundBehindOtherData) {
  const std::string bytes = "some model" + MakeZip(kFiles);
  EXPECT_EQ(Read(bytes, "a.txt").value(), "first");
  EXPECT_EQ(Read(bytes, "b.txt").value(), std::string(1000, 'b'));
  EXPECT_THAT(Read(bytes, "c.txt").error().message(),
              testing::Eq("\"c.txt\" of the appended archive: the archive has no such file."));
}

TEST(ZipArchiveTest, WhatUnpacksToTooMuchIsRefused) {
  const std::string bytes = MakeZip({{"bomb", std::string(10'000'000, 'x'), /*deflated=*/true}});
  EXPECT_THAT(Read(bytes, "bomb").error().message(), testing::HasSubstr("expands to more than"));
}

// Any byte of an archive may be wrong: the answer is the right text or a sentence, and the memory checkers stay silent.
TEST(ZipArchiveTest, EveryDamageIsNoticedOrHarmless) {
  const std::string good = MakeZip(kFiles);
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      for (const TestZipFile& file : kFiles) {
        const auto text = Read(bad, file.name);
        if (text.has_value()) {
          EXPECT_EQ(*text, file.content) << "byte " << i;
        }
      }
    }
  }
}

TEST(ZipArchiveTest, EveryTruncationIsRefused) {
  const std::string good = MakeZip(kFiles);
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(Read(good.substr(0, size), "a.txt").has_value());
}

}  // namespace
}  // namespace mica::model
