// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "mica/status.hpp"

namespace mica::cli {

// What scripts may rely on; docs/json.md and `mica --help` list the same.
enum class ExitCode {
  kDone = 0,
  kFailed = 1,
  kUsage = 2,
  kModelRefused = 3,  // Invalid, or valid and not supported.
  kNoDevice = 4,
};

inline ExitCode ExitCodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return ExitCode::kDone;
    case StatusCode::kInvalidArgument:
      return ExitCode::kUsage;
    case StatusCode::kInvalidModel:
    case StatusCode::kUnsupported:
      return ExitCode::kModelRefused;
    case StatusCode::kNoDevice:
      return ExitCode::kNoDevice;
    case StatusCode::kDeviceError:
    case StatusCode::kOutOfMemory:
    case StatusCode::kIo:
      return ExitCode::kFailed;
  }
  return ExitCode::kFailed;
}

}  // namespace mica::cli
