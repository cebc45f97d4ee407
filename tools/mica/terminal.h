// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// What depends on whether a person looks at a terminal: colours, widths, progress.
namespace mica::cli {

enum class Stream { kStdout, kStderr };

bool IsTerminal(Stream stream);

// Columns of the terminal behind stdout; 0 where stdout is a file or a pipe, whose lines are never wrapped.
std::size_t TerminalWidth();

enum class Style { kPlain, kBold, kDim, kGood, kBad };

// The text in colour where the stream is a terminal that has colours and NO_COLOR is not set; else as it is.
std::string Styled(std::string_view text, Style style, Stream stream = Stream::kStdout);

// Control characters replaced by '?': names come from files that can hold anything, terminal commands too.
std::string Printable(std::string_view text);

// Columns that UTF-8 text takes, where every code point takes one.
std::size_t DisplayWidth(std::string_view text);

}  // namespace mica::cli
