// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "interrupt.h"

#include <signal.h>  // sigaction is POSIX; <csignal> does not promise it.

namespace mica::cli {
namespace {

volatile sig_atomic_t requested = 0;

void Request(int) {
  requested = 1;
}

}  // namespace

InterruptScope::InterruptScope() {
  requested = 0;
  struct sigaction action {};
  action.sa_handler = Request;
  action.sa_flags = SA_RESTART | SA_RESETHAND;  // SA_RESETHAND: the second Ctrl-C finds the default again.
  sigaction(SIGINT, &action, nullptr);
}

InterruptScope::~InterruptScope() {
  signal(SIGINT, SIG_DFL);
}

bool InterruptScope::Requested() {
  return requested != 0;
}

}  // namespace mica::cli
