// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mica/mica.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

// What the commands that work on a model have in common.
namespace mica::cli {

// The positional argument MODEL.
void AddModelOption(CLI::App& command, std::string& path);

// --backend, --device, --precision, --storage, --memory, --without, --without-feature, --minimum-limits, --max-memory,
// --active-wait. The defaults are the values that `options` has.
void AddSessionOptions(CLI::App& command, SessionOptions& options);

// The file's network; from stdin where the path is "-". Failures name the path.
Result<Model> LoadModel(const std::string& path);

// With progress while programs compile, and one line on stderr where a software GPU runs because no other was found.
Result<Session> CreateSession(const Model& model, SessionOptions options);

// The line that says so.
void NoteSoftwareDevice(const SessionReport& report, const SessionOptions& options);

// Says where a model is refused, which file it is; other failures are none of the model's.
Status NamingModel(const Status& status, const Model& model);

}  // namespace mica::cli
