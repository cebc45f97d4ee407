// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/compile_log.h"

#include <fmt/format.h>

#include <charconv>

namespace mica::gpu {
namespace {

constexpr int kLinesAround = 3;

std::optional<int> ParseLine(std::string_view digits) {
  int line = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (error != std::errc() || line < 1) return std::nullopt;
  return line;
}

}  // namespace

std::optional<int> FindErrorLine(std::string_view log) {
  // All count source strings from 0, and there is one: "0:" or "0(" stands before the line.
  for (std::size_t i = 0; i + 2 < log.size(); ++i) {
    const bool starts_word = i == 0 || log[i - 1] == ' ' || log[i - 1] == '\n';
    if (!starts_word || log[i] != '0' || (log[i + 1] != ':' && log[i + 1] != '(')) continue;
    if (const std::optional<int> line = ParseLine(log.substr(i + 2))) return line;
  }
  return std::nullopt;
}

std::string NumberedLines(std::string_view text, int around_line) {
  std::string lines;
  for (int number = 1; !text.empty() && number <= around_line + kLinesAround; ++number) {
    const std::size_t end = text.find('\n');
    if (number >= around_line - kLinesAround) {
      lines += fmt::format("{}{:4} | {}\n", number == around_line ? '>' : ' ', number, text.substr(0, end));
    }
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return lines;
}

}  // namespace mica::gpu
