// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "commands.h"
#include "errors.h"
#include "inputs.h"
#include "json_text.h"
#include "origins.h"
#include "progress_bar.h"
#include "session_options.h"
#include "session_text.h"
#include "standard_output.h"
#include "table.h"

namespace mica::cli {
namespace {

struct VerifyOptions {
  std::string model;
  SessionOptions session;
  std::string input_dir;
  std::uint64_t seed = 1;
  double limit = 0;
  bool json = false;
};

Result<VerifyReport> Compare(const Model& model, const VerifyOptions& options, std::vector<HostTensor> inputs) {
  std::vector<std::vector<std::byte>> bytes;
  for (HostTensor& input : inputs) bytes.push_back(std::move(input.bytes));
  ProgressBar compiling("compiling");
  ProgressBar computing("reference");
  SessionOptions session = options.session;
  session.progress = [&](int done, int total) { compiling.Update(done, total); };
  Result<VerifyReport> report =
      Verify(model, session, bytes, options.limit, [&](int done, int total) { computing.Update(done, total); });
  if (!report) return Failure(NamingModel(report.error(), model));
  return report;
}

// The file's operator whose output it is; a fused activation is part of that.
std::string OperatorOf(const VerifiedTensor& tensor, const Model& model) {
  if (tensor.origins.empty()) return tensor.op;
  return model.operators()[static_cast<std::size_t>(std::ranges::max(tensor.origins))].name;
}

// Converters join the names of all that they fused by ';'. The first one says where we are.
std::string FirstName(const std::string& name) {
  const std::size_t end = name.find(';');
  return end == std::string::npos ? name : name.substr(0, end) + "; ...";
}

std::string VerifyText(const Model& model, const VerifyReport& report) {
  Table table({{"operators"}, {"name"}, {"distance", Align::kRight}, {"", Align::kLeft}, {"tensor"}});
  for (std::size_t i = 0; i < report.tensors.size(); ++i) {
    const VerifiedTensor& tensor = report.tensors[i];
    const std::string_view verdict = tensor.within_limit ? "ok" : i == report.first_failure ? "FIRST" : "over";
    const Style style = tensor.within_limit ? Style::kGood : Style::kBad;
    table.AddRow({FormatOrigins(tensor.origins), OperatorOf(tensor, model), fmt::format("{:.1e}", tensor.distance),
                  Cell(std::string(verdict), style), FirstName(tensor.name)});
  }
  return table.Text();
}

std::string VerifyJson(const Model& model, const VerifyReport& report) {
  Json document = MakeDocument();
  document["model"] = model.name();
  AddSession(document, report.session);
  document["limit"] = report.limit;
  document["first_failure"] = report.first_failure ? Json(*report.first_failure) : Json();
  document["tensors"] = Json::array();
  for (const VerifiedTensor& tensor : report.tensors) {
    document["tensors"].push_back({{"name", tensor.name},
                                   {"op", OperatorOf(tensor, model)},
                                   {"origins", tensor.origins},
                                   {"distance", tensor.distance},
                                   {"within_limit", tensor.within_limit}});
  }
  return JsonText(document);
}

ExitCode PrintVerdict(const Model& model, const VerifyReport& report, bool json) {
  if (!report.first_failure) {
    if (!json) Print("\nall {} tensors are within {:.1e} of the reference\n", report.tensors.size(), report.limit);
    return ExitCode::kDone;
  }
  const VerifiedTensor& first = report.tensors[*report.first_failure];
  PrintError(fmt::format(
      "{}: the first result over the limit is that of {} ({}): {:.1e} of its largest value; {:.1e} is allowed.",
      model.name(), FormatOrigins(first.origins), OperatorOf(first, model), first.distance, report.limit));
  return ExitCode::kFailed;
}

Result<ExitCode> VerifyModel(const VerifyOptions& options) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  ASSIGN_OR_RETURN(auto inputs, LoadOrMakeInputs(model, options.input_dir, options.seed));
  ASSIGN_OR_RETURN(const VerifyReport report, Compare(model, options, std::move(inputs)));
  NoteSoftwareDevice(report.session, options.session);
  WriteToStdout(options.json ? VerifyJson(model, report)
                             : SessionText(model, report.session) + "\n" + VerifyText(model, report));
  return PrintVerdict(model, report, options.json);
}

constexpr const char* kExamples = R"(
The distance of a tensor is its largest difference, as a part of its largest value. Where one is over the
limit, the exit code is 1.

Examples:
  mica verify mobilenet.tflite
  mica verify mobilenet.tflite --precision fp16 --limit 0.01
  mica verify mobilenet.tflite --without merge_padding)";

}  // namespace

void AddVerify(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify", "Compare every tensor of the GPU with the CPU reference");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  command->add_option("--input-dir", options->input_dir, "Read DIR/input_0.npy, input_1.npy, ...")->type_name("DIR");
  command->add_option("--seed", options->seed, "Of random inputs")->type_name("N")->capture_default_str();
  command->add_option("--limit", options->limit, "The largest distance allowed (1e-4 for fp32, 3e-2 for fp16)")
      ->check(CLI::PositiveNumber)
      ->type_name("X");
  command->add_flag("--json", options->json, "Print JSON");
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return VerifyModel(*options); }; });
}

}  // namespace mica::cli
