// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/text.h"

#include <algorithm>

namespace mica::model {
namespace {

// The length of the UTF-8 sequence at the start of `text`, 0 where there is none: a stray or missing continuation byte,
// an encoding longer than needed, a surrogate, or a code point beyond U+10FFFF.
std::size_t SequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second >= 0xa0;
  const bool too_large = lead == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
}

}  // namespace

std::string PrintableText(std::string_view text) {
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = SequenceLength(text);
    if (length == 0 || IsControl(text.front())) {
      printable.push_back('?');
    } else {
      printable.append(text.substr(0, length));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return printable;
}

Result<std::string> ReadText(const flatbuffers::String* text, CopyBudget& budget) {
  if (text == nullptr) return std::string();
  RETURN_IF_ERROR(budget.TakeString(text->size()));
  return PrintableText(text->string_view());
}

}  // namespace mica::model
