// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

namespace mica::cli {

// While one of these lives, the first Ctrl-C asks for an early end with what there is so far; a second one kills the
// program as usual.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

  static bool Requested();
};

}  // namespace mica::cli
