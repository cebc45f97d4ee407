// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "errors.h"
#include "files.h"
#include "memory_page.h"
#include "memory_report_json.h"
#include "quantity.h"
#include "session_options.h"
#include "standard_output.h"
#include "table.h"

namespace mica::cli {
namespace {

struct MemoryOptions {
  std::string model;
  SessionOptions session{.backend =
                             "null"};  // As for `mica plan`: no GPU is needed, and with one it is planned for it.
  TensorsOf tensors_of = TensorsOf::kPlan;
  std::string html;
  bool json = false;
};

std::string FormatMebibytes(std::size_t bytes) {
  return fmt::format("{:.3f}", static_cast<double>(bytes) / (1 << 20));
}

std::string FormatPercent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string HeadText(const Model& model, const MemoryReport& report) {
  const bool of_plan = report.tensors_of == TensorsOf::kPlan;
  return fmt::format("{:<11}{}, {}\n{:<11}{} intermediate tensors {}, {}\n", "model", Printable(model.name()),
                     FormatByteSize(model.size_bytes()), "tensors", report.tensors.size(),
                     of_plan ? fmt::format("of the plan's {} dispatches", report.steps.size())
                             : fmt::format("of the file's {} operators", report.steps.size()),
                     report.precision);
}

// "3 objects", "1 arena"
std::string FormatKind(const MemoryStrategy& strategy) {
  const std::size_t count = strategy.object_bytes.size();
  return fmt::format("{} {}{}", count, strategy.uses_offsets ? "arena" : "object", count == 1 ? "" : "s");
}

std::string StrategiesText(const MemoryReport& report) {
  Table table({{"strategy"},
               {"takes", Align::kRight},
               {"bytes", Align::kRight},
               {"MiB", Align::kRight},
               {"of naive", Align::kRight},
               {"of its lower bound", Align::kRight},
               {"planning", Align::kRight}});
  const std::size_t naive_bytes = report.strategies.front().bytes;
  const auto add = [&](const std::string& name, const std::string& kind, std::size_t bytes, const std::string& bound,
                       const std::string& planning, Style style) {
    table.AddRow({Cell(name, style), Cell(kind, style), Cell(std::to_string(bytes), style),
                  Cell(FormatMebibytes(bytes), style), Cell(FormatPercent(ShareOf(bytes, naive_bytes)), style),
                  Cell(bound, style), Cell(planning, style)});
  };
  for (const MemoryStrategy& strategy : report.strategies) {
    add(strategy.name, FormatKind(strategy), strategy.bytes,
        FormatPercent(ShareOf(strategy.bytes, LowerBoundOf(strategy, report))),
        FormatMilliseconds(strategy.planning_ms), strategy.name == "best" ? Style::kBold : Style::kPlain);
  }
  add("lower bound", "objects", report.objects_lower_bound, "", "", Style::kDim);
  add("lower bound", "arena", report.offsets_lower_bound, "", "", Style::kDim);
  return table.Text();
}

std::string ConclusionText(const MemoryReport& report) {
  std::string text = fmt::format("best, the default, picks {}.", report.picked);
  if (report.tensors_of == TensorsOf::kPlan) {
    text += fmt::format(" A session with these options takes {} bytes for them.", report.plan_bytes);
  }
  return text + "\n";
}

Status WritePage(const std::string& path, const Json& document) {
  const std::string page = MemoryPage(document);
  return WriteFile(path, std::as_bytes(std::span(page)));
}

Result<ExitCode> Memory(const MemoryOptions& options) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  const Result<MemoryReport> report = ReportMemory(model, options.session, options.tensors_of);
  if (!report) return Failure(NamingModel(report.error(), model));
  const Json document = MemoryDocument(model.name(), *report);
  if (!options.html.empty()) RETURN_IF_ERROR(WritePage(options.html, document));
  if (options.json) {
    WriteToStdout(JsonText(document));
    return ExitCode::kDone;
  }
  Print("{}\n{}\n{}", HeadText(model, *report), StrategiesText(*report), ConclusionText(*report));
  if (!options.html.empty()) Print("wrote {}\n", Printable(options.html));
  return ExitCode::kDone;
}

constexpr const char* kExamples = R"(
Inputs and outputs of the model are left out: they are the caller's. docs/memory.md tells what the strategies do.

Examples:
  mica memory mobilenet.tflite
  mica memory mobilenet.tflite --html memory.html
  mica memory mobilenet.tflite --tensors model --precision fp16
  mica memory mobilenet.tflite --json | jq '.strategies | map_values(.bytes)')";

}  // namespace

void AddMemory(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<MemoryOptions>();
  CLI::App* command = app.add_subcommand("memory", "Compare the ways in which tensors can share memory");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  command
      ->add_option_function<std::string>(
          "--tensors",
          [options](const std::string& given) {
            options->tensors_of = given == "model" ? TensorsOf::kModel : TensorsOf::kPlan;
          },
          "Of the fused plan that runs, or of the file's own operators")
      ->check(CLI::Validator(
          [](const std::string& given) {
            const bool known = given == "plan" || given == "model";
            return known ? std::string() : fmt::format("\"{}\" is none of plan|model", given);
          },
          "", ""))
      ->type_name("plan|model")
      ->default_str("plan");
  command->add_option("--html", options->html, "Also write a page that draws every plan")->type_name("FILE");
  command->add_flag("--json", options->json, "Print JSON");
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return Memory(*options); }; });
}

}  // namespace mica::cli
