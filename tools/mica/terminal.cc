// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace mica::cli {
namespace {

int DescriptorOf(Stream stream) {
  return stream == Stream::kStdout ? STDOUT_FILENO : STDERR_FILENO;
}

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool HasColours(Stream stream) {
  if (!IsTerminal(stream) || IsSet("NO_COLOR")) return false;  // https://no-color.org
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string_view EscapeOf(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\033[1m";
    case Style::kDim:
      return "\033[2m";
    case Style::kGood:
      return "\033[32m";
    case Style::kBad:
      return "\033[1;31m";
  }
  return "";
}

}  // namespace

bool IsTerminal(Stream stream) {
  return isatty(DescriptorOf(stream)) == 1;
}

std::size_t TerminalWidth() {
  if (!IsTerminal(Stream::kStdout)) return 0;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string Styled(std::string_view text, Style style, Stream stream) {
  if (style == Style::kPlain || !HasColours(stream)) return std::string(text);
  return std::string(EscapeOf(style)).append(text).append("\033[0m");
}

std::string Printable(std::string_view text) {
  std::string clean(text);
  std::ranges::replace_if(
      clean, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return clean;
}

std::size_t DisplayWidth(std::string_view text) {
  const auto starts_code_point = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_code_point));
}

}  // namespace mica::cli
