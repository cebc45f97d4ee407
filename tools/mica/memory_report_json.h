// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "json_text.h"
#include "mica/mica.hpp"

namespace mica::cli {

// What `mica memory --json` prints and what the page that --html writes draws; docs/json.md describes it.
Json MemoryDocument(const std::string& model_name, const MemoryReport& report);

// `bytes` as a part of `whole`; 1 where there is nothing to share.
double ShareOf(std::size_t bytes, std::size_t whole);

// The lower bound that the strategy cannot go below.
std::size_t LowerBoundOf(const MemoryStrategy& strategy, const MemoryReport& report);

}  // namespace mica::cli
