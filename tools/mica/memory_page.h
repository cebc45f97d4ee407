// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "json_text.h"

namespace mica::cli {

// One HTML page, whole in itself, that draws what MemoryDocument() tells. The page is memory_page.html; names in the
// document may hold anything and cannot leave the place that is theirs.
std::string MemoryPage(const Json& document);

}  // namespace mica::cli
