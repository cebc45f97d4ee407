// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "help_text.h"
#include "mica/mica.hpp"
#include "standard_output.h"

namespace mica::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  mica run mobilenet.tflite --image cat.jpg --labels labels.txt
  mica benchmark mobilenet.tflite
  mica profile mobilenet.tflite
  mica inspect mobilenet.tflite

`mica COMMAND --help` tells more. A model named - is read from stdin.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the model is refused, 4 no usable device.)";

void AddCommands(CLI::App& app, Command& chosen) {
  app.name("mica");
  app.footer(kFooter);
  app.set_version_flag("--version", "mica " + Version(), "Print the version and exit");
  SetHelpForm(app);
  app.require_subcommand(1);
  AddRun(app, chosen);
  AddBenchmark(app, chosen);
  AddProfile(app, chosen);
  AddInspect(app, chosen);
  AddPlan(app, chosen);
  AddMemory(app, chosen);
  AddKernels(app, chosen);
  AddVerify(app, chosen);
  AddDevices(app, chosen);
  AddOps(app, chosen);
}

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

// What CLI11 found wrong, as our errors look.
void PrintUsageError(const CLI::App& app, const CLI::ParseError& error) {
  std::string sentence = error.what();
  if (!sentence.ends_with('.')) sentence += '.';
  PrintError(sentence);
  const auto commands = app.get_subcommands();
  const std::string command = commands.empty() ? "mica" : "mica " + commands.front()->get_name();
  Note("`{} --help` shows the options.", command);
}

// Empty where the arguments are right and `chosen` is the work to do; else the program's end.
std::optional<ExitCode> Parse(CLI::App& app, int argc, char** argv) {
  const std::vector<std::string> commands = CommandNames(app);
  const std::string first = argc < 2 ? "" : argv[1];
  if (first.empty()) {
    PrintError(fmt::format("a command is missing; the commands are {}.", fmt::join(commands, ", ")));
    return ExitCode::kUsage;
  }
  if (!first.starts_with('-') && std::ranges::find(commands, first) == commands.end()) {
    PrintError(fmt::format("there is no command \"{}\"; the commands are {}.", first, fmt::join(commands, ", ")));
    return ExitCode::kUsage;
  }
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    WriteToStdout(HelpText(app));
    return ExitCode::kDone;
  } catch (const CLI::CallForVersion& version) {
    Print("{}\n", version.what());
    return ExitCode::kDone;
  } catch (const CLI::ParseError& error) {
    PrintUsageError(app, error);
    return ExitCode::kUsage;
  }
}

ExitCode Finish(const Result<ExitCode>& result) {
  const Status output = FinishStdout();
  if (!result) {
    PrintError(result.error().message());
    return ExitCodeOf(result.error().code());
  }
  if (!output.ok()) {
    PrintError(output.message());
    return ExitCodeOf(output.code());
  }
  return *result;
}

ExitCode Main(int argc, char** argv) {
  CLI::App app("Mica runs .tflite networks on the GPU of the device at hand.");
  Command chosen;
  AddCommands(app, chosen);
  const std::optional<ExitCode> ended = Parse(app, argc, argv);
  return Finish(ended ? Result<ExitCode>(*ended) : chosen());
}

}  // namespace
}  // namespace mica::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // Whoever reads our text may stop; the work and its files are finished all the same.
  try {
    return static_cast<int>(mica::cli::Main(argc, argv));
  } catch (const std::bad_alloc&) {
    mica::cli::PrintError("the memory of this machine does not suffice.");
  } catch (const std::exception& error) {
    mica::cli::PrintError(error.what());
  }
  return static_cast<int>(mica::cli::ExitCode::kFailed);
}
