// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <functional>

#include "exit_codes.h"
#include "mica/status.hpp"

namespace CLI {
class App;
}

// The commands of `mica`, one a file.
namespace mica::cli {

using Command = std::function<Result<ExitCode>()>;

// Each adds its command and its options to `app`; `chosen` becomes the work of the one that the user names.
void AddRun(CLI::App& app, Command& chosen);
void AddBenchmark(CLI::App& app, Command& chosen);
void AddProfile(CLI::App& app, Command& chosen);
void AddInspect(CLI::App& app, Command& chosen);
void AddPlan(CLI::App& app, Command& chosen);
void AddMemory(CLI::App& app, Command& chosen);
void AddKernels(CLI::App& app, Command& chosen);
void AddDevices(CLI::App& app, Command& chosen);
void AddOps(CLI::App& app, Command& chosen);
void AddVerify(CLI::App& app, Command& chosen);

}  // namespace mica::cli
