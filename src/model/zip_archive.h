// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "model/copy_budget.h"

namespace mica::model {

// A file of the zip archive that ends `bytes`, stored or deflated, its checksum verified. The archive may have other
// data before it: metadata appends one to the model.
Result<std::string> ReadFromZip(std::span<const std::byte> bytes, std::string_view name, CopyBudget& budget);

}  // namespace mica::model
