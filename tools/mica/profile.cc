// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "errors.h"
#include "files.h"
#include "profile_json.h"
#include "profile_text.h"
#include "progress_bar.h"
#include "session_options.h"
#include "session_text.h"
#include "standard_output.h"
#include "terminal.h"

namespace mica::cli {
namespace {

struct ProfileCommand {
  std::string model;
  SessionOptions session;
  ProfileOptions profile;
  ProfileOrder order = ProfileOrder::kTime;
  std::optional<std::size_t> top;
  std::string trace;
  bool json = false;
};

Result<ProfileReport> MakeReport(const Model& model, ProfileCommand command) {
  Result<ProfileReport> report = [&] {
    ProgressBar compiling("compiling");
    ProgressBar running("profiling");
    command.session.progress = [&](int done, int total) { compiling.Update(done, total); };
    command.profile.progress = [&](int done, int total) { running.Update(done, total); };
    return Profile(model, command.session, command.profile);
  }();
  if (!report) return Failure(NamingModel(report.error(), model));
  NoteSoftwareDevice(report->session, command.session);
  return report;
}

Status WriteTrace(const std::string& path, const Json& trace) {
  const std::string text = JsonText(trace);
  return WriteFile(path, std::as_bytes(std::span(text)));
}

Result<ExitCode> RunProfile(const ProfileCommand& command) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(command.model));
  ASSIGN_OR_RETURN(const ProfileReport report, MakeReport(model, command));
  if (!command.trace.empty()) RETURN_IF_ERROR(WriteTrace(command.trace, TraceDocument(model.name(), report)));
  if (command.json) {
    WriteToStdout(JsonText(ProfileDocument(model.name(), report)));
    return ExitCode::kDone;
  }
  Print("{}\n{}\n{}\n{}", SessionText(model, report.session), DispatchesText(report, command.order, command.top),
        KernelsText(report), WholeRunText(report));
  if (!command.trace.empty()) Print("wrote {}\n", Printable(command.trace));
  return ExitCode::kDone;
}

void AddSort(CLI::App& app, ProfileOrder& order) {
  const auto check = [](const std::string& given) {
    const bool known = given == "time" || given == "order";
    return known ? std::string() : fmt::format("\"{}\" is none of time|order", given);
  };
  const auto set = [&order](const std::string& given) {
    order = given == "order" ? ProfileOrder::kExecution : ProfileOrder::kTime;
  };
  app.add_option_function<std::string>("--sort", set, "The slowest first, or in the order of execution")
      ->check(CLI::Validator(check, "", ""))
      ->type_name("time|order")
      ->default_str("time");
}

constexpr const char* kExamples = R"(
Each dispatch is timed by the GPU's own clock, alone: it waits for the one before it. Peaks are what the device reaches
in small kernels that only compute or only copy; docs/performance.md tells how to read the figures.

Examples:
  mica profile mobilenet.tflite
  mica profile mobilenet.tflite --top 10 --precision fp16
  mica profile mobilenet.tflite --trace mobilenet.trace.json   # for ui.perfetto.dev or chrome://tracing
  mica profile mobilenet.tflite --json | jq '.by_kernel[] | [.kernel, .time_us]')";

}  // namespace

void AddProfile(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ProfileCommand>();
  CLI::App* command = app.add_subcommand("profile", "Show where the time of a run goes");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  AddSort(*command, options->order);
  command->add_option("--top", options->top, "Show only the first N dispatches")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_option("--warmups", options->profile.warmups, "Runs before the timed ones")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--runs", options->profile.runs, "Timed runs; medians of them are shown")
      ->check(CLI::PositiveNumber)
      ->type_name("N")
      ->capture_default_str();
  command->add_flag_callback(
      "--no-probe", [options] { options->profile.probe = false; }, "Do not measure the device's peaks");
  command->add_option("--trace", options->trace, "Also write a trace for Perfetto or chrome://tracing")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print JSON");
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return RunProfile(*options); }; });
}

}  // namespace mica::cli
