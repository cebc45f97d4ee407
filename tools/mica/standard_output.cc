// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "standard_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "errors.h"
#include "terminal.h"

namespace mica::cli {
namespace {

int first_error = 0;  // The errno of the first write to stdout that failed.

void RememberError() {
  if (first_error == 0) first_error = errno;
}

void WriteToStderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void WriteToStdout(std::string_view text) {
  if (first_error != 0) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) RememberError();
}

Status FinishStdout() {
  if (std::fflush(stdout) != 0) RememberError();
  if (first_error == 0 || first_error == EPIPE) return Status();
  return Fail(StatusCode::kIo, "stdout: {}.", std::strerror(first_error));
}

void WriteNote(std::string_view sentence) {
  WriteToStderr(fmt::format("{} {}\n", Styled("note:", Style::kBold, Stream::kStderr), Printable(sentence)));
}

void PrintError(std::string_view sentence) {
  WriteToStderr(fmt::format("{} {}\n", Styled("error:", Style::kBad, Stream::kStderr), Printable(sentence)));
}

}  // namespace mica::cli
