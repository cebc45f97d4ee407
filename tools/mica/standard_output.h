// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "mica/status.hpp"

// The one way to stdout. Results go there and nothing else does: notes, progress and errors go to stderr.
namespace mica::cli {

// Never fails by itself: a command finishes its work (and its files) also when nobody reads its text any more.
void WriteToStdout(std::string_view text);

template <typename... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  WriteToStdout(fmt::format(format, std::forward<Args>(args)...));
}

// To be called once, at the end: whether all text arrived. A reader that went away (`mica inspect ... | head`) is no
// failure; a full disk is one.
Status FinishStdout();

// "note: ..." on stderr.
void WriteNote(std::string_view sentence);

template <typename... Args>
void Note(fmt::format_string<Args...> format, Args&&... args) {
  WriteNote(fmt::format(format, std::forward<Args>(args)...));
}

// "error: ..." on stderr.
void PrintError(std::string_view sentence);

}  // namespace mica::cli
