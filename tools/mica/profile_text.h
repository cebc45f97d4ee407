// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <string>

#include "mica/mica.hpp"

// What `mica profile` prints below the session.
namespace mica::cli {

enum class ProfileOrder { kTime, kExecution };

// A row for each dispatch, or for the `top` first ones in the order.
std::string DispatchesText(const ProfileReport& report, ProfileOrder order, std::optional<std::size_t> top);

// A row for each kernel, the slowest first.
std::string KernelsText(const ProfileReport& report);

// The whole run: the dispatches one by one, back to back, and the floor that the device's peaks set.
std::string WholeRunText(const ProfileReport& report);

}  // namespace mica::cli
