// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <string_view>

#include "model/copy_budget.h"
#include "schema/tflite_generated.h"

namespace mica::model {

// Text of a file, made fit for terminals and JSON: control characters (but not tabs and ends of lines) and bytes that
// are no UTF-8 become '?'.
std::string PrintableText(std::string_view text);

// A string of the file, printable; empty where the file leaves it out.
Result<std::string> ReadText(const flatbuffers::String* text, CopyBudget& budget);

}  // namespace mica::model
