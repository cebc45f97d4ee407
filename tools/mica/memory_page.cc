// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory_page.h"

#include <string_view>

#include "memory_page_template.h"

namespace mica::cli {
namespace {

constexpr std::string_view kPlaceOfData = "{{report}}";
static_assert(kMemoryPageTemplate.find(kPlaceOfData) != std::string_view::npos);

// Inside <script> only "<" can end or begin anything, and JSON has it in strings only, where it may be written so.
std::string ScriptText(const Json& document) {
  std::string text;
  for (const char c : document.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string MemoryPage(const Json& document) {
  std::string page(kMemoryPageTemplate);
  page.replace(page.find(kPlaceOfData), kPlaceOfData.size(), ScriptText(document));
  return page;
}

}  // namespace mica::cli
