// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <chrono>
#include <string>

namespace mica::cli {

// One line on stderr that shows how far something is, and is gone when it is done. Silent where stderr is no terminal.
class ProgressBar {
 public:
  explicit ProgressBar(std::string what);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Update(int done, int total);

 private:
  std::string what_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_drawn_{};
};

}  // namespace mica::cli
