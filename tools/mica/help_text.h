// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace mica::cli {

// Gives an app and the commands that are added to it later our form of help.
void SetHelpForm(CLI::App& app);

// The help of the command that the user named, or of the whole program.
std::string HelpText(const CLI::App& app);

}  // namespace mica::cli
