// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "terminal.h"

namespace mica::cli {
namespace {

constexpr int kBarWidth = 30;
constexpr std::chrono::milliseconds kRedrawInterval{50};

}  // namespace

ProgressBar::ProgressBar(std::string what) : what_(std::move(what)) {}

ProgressBar::~ProgressBar() {
  if (is_shown_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::Update(int done, int total) {
  static const bool kStderrIsTerminal = IsTerminal(Stream::kStderr);
  if (!kStderrIsTerminal || total <= 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (done < total && now - last_drawn_ < kRedrawInterval) return;
  last_drawn_ = now;
  is_shown_ = true;

  const int filled = static_cast<int>(static_cast<std::int64_t>(kBarWidth) * std::clamp(done, 0, total) / total);
  const std::string line =
      fmt::format("\r{} [{:#<{}}{:.<{}}] {}/{}\033[K", what_, "", filled, "", kBarWidth - filled, done, total);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace mica::cli
