// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

#include "mica/mica.hpp"

namespace mica::cli {

// How every command that runs a model starts: the model, the device, precision, partition, memory and times of making
// it.
std::string SessionText(const Model& model, const SessionReport& report);

}  // namespace mica::cli
