// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory_page.h"

#include <gtest/gtest.h>

namespace mica::cli {
namespace {

constexpr std::string_view kScriptEnd = "</script>";

Json DocumentWithName(const std::string& name) {
  return {{"schema", 1}, {"tensors", Json::array({{{"name", name}}})}};
}

std::size_t Count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// What a browser finds in the page's element of data.
Json ReadBack(const std::string& page) {
  constexpr std::string_view kStart = "<script type=\"application/json\" id=\"report\">";
  const std::size_t start = page.find(kStart) + kStart.size();
  return Json::parse(page.substr(start, page.find(kScriptEnd, start) - start));
}

TEST(MemoryPageTest, HoldsTheWholeDocument) {
  const Json document = DocumentWithName("MobilenetV2/Conv/Relu6");
  EXPECT_EQ(ReadBack(MemoryPage(document)), document);
}

TEST(MemoryPageTest, ANameCannotLeaveItsPlace) {
  const std::string plain = MemoryPage(DocumentWithName("x"));
  for (const std::string name : {"</script><script>alert(1)</script>", "<!--<script>", "{{report}}", "\"}]}", "\\"}) {
    const std::string page = MemoryPage(DocumentWithName(name));
    EXPECT_EQ(ReadBack(page)["tensors"][0]["name"], name);
    EXPECT_EQ(Count(page, "<"), Count(plain, "<")) << name;
  }
}

TEST(MemoryPageTest, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(ReadBack(MemoryPage(DocumentWithName("a\xFFz")))["tensors"][0]["name"], "a\uFFFDz");
}

TEST(MemoryPageTest, NeedsNothingFromTheNetwork) {
  const std::string page = MemoryPage(DocumentWithName("x"));
  EXPECT_EQ(Count(page, "src="), 0u);
  EXPECT_EQ(Count(page, "<link"), 0u);
  EXPECT_EQ(Count(page, "url("), 0u);
  EXPECT_EQ(Count(page, "://"), Count(page, "http://www.w3.org/2000/svg"));  // A namespace, never fetched.
}

}  // namespace
}  // namespace mica::cli
