// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "help_text.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace mica::cli {
namespace {

constexpr std::size_t kColumnWidth = 34;

// "--runs N    Timed runs of each kind [100]": CLI11's own form also prints validators and exclusions.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(kColumnWidth);
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string type = option->get_type_name();
    const std::string name = type.substr(0, type.find(':'));  // What follows are the names of validators.
    return option->get_positional() || option->get_items_expected_max() == 0 || name.empty() ? "" : " " + name;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string value = option->get_default_str();
    return option->get_description() + (value.empty() ? "" : " [" + value + "]");
  }
};

// CLI11 puts two empty lines between some parts.
std::string WithSingleEmptyLines(std::string text) {
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) text.erase(at, 1);
  return text;
}

}  // namespace

void SetHelpForm(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.formatter(std::make_shared<HelpFormatter>());
}

std::string HelpText(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return WithSingleEmptyLines(commands.empty() ? app.help() : commands.front()->help(app.get_name()));
}

}  // namespace mica::cli
