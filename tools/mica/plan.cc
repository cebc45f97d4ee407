// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "errors.h"
#include "session_options.h"
#include "standard_output.h"

namespace mica::cli {
namespace {

struct PlanOptions {
  std::string model;
  SessionOptions session{.backend = "null"};  // A plan needs no GPU; with a backend it is made for the device at hand.
  bool json = false;
};

Result<ExitCode> Plan(const PlanOptions& options) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  ASSIGN_OR_RETURN(const Session session, CreateSession(model, options.session));
  std::string text = options.json ? session.PlanJson() : session.PlanText();
  if (!text.ends_with('\n')) text += '\n';
  WriteToStdout(text);
  return ExitCode::kDone;
}

constexpr const char* kExamples = R"(
Examples:
  mica plan mobilenet.tflite
  mica plan mobilenet.tflite --backend gl --precision fp16
  mica plan mobilenet.tflite --json | jq '.dispatches[] | .origins')";

}  // namespace

void AddPlan(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<PlanOptions>();
  CLI::App* command = app.add_subcommand("plan", "Print what would be dispatched, without running it");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  command->add_flag("--json", options->json, "Print JSON");
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return Plan(*options); }; });
}

}  // namespace mica::cli
