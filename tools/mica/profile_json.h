// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "json_text.h"
#include "mica/mica.hpp"

namespace mica::cli {

// What `mica profile --json` prints; docs/json.md describes it.
Json ProfileDocument(const std::string& model_name, const ProfileReport& report);

// What `mica profile --trace` writes: trace events, as ui.perfetto.dev and chrome://tracing read them. One run, its
// dispatches one behind the other, each as long as its median.
Json TraceDocument(const std::string& model_name, const ProfileReport& report);

}  // namespace mica::cli
