// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "errors.h"
#include "inputs.h"
#include "json_text.h"
#include "measure.h"
#include "progress_bar.h"
#include "quantity.h"
#include "session_options.h"
#include "session_text.h"
#include "standard_output.h"
#include "table.h"

namespace mica::cli {
namespace {

constexpr std::uint64_t kSeed = 1;

struct BenchmarkOptions {
  std::string model;
  SessionOptions session;
  MeasureOptions measure;
  bool json = false;
};

void AddMeasurement(Table& table, const std::string& what, const Measurement& measurement) {
  const Summary& summary = measurement.summary;
  std::vector<Cell> row = {what};
  for (const double value : {summary.mean, summary.median, summary.p90, summary.min, summary.stddev}) {
    row.emplace_back(fmt::format("{:.3f}", value));
  }
  row.emplace_back(std::to_string(measurement.runs));
  table.AddRow(std::move(row));
}

std::string LatenciesText(const Latencies& latencies) {
  Table table({{"milliseconds"},
               {"mean", Align::kRight},
               {"median", Align::kRight},
               {"p90", Align::kRight},
               {"min", Align::kRight},
               {"deviation", Align::kRight},
               {"runs", Align::kRight}});
  AddMeasurement(table, "data on the GPU", latencies.latency);
  AddMeasurement(table, "back to back", latencies.back_to_back);
  AddMeasurement(table, "from and to the CPU", latencies.io_latency);
  return table.Text();
}

Json ToJson(const Measurement& measurement) {
  Json json = ToJson(measurement.summary);
  json["runs"] = measurement.runs;
  return json;
}

std::string BenchmarkJson(const Model& model, const SessionReport& report, const Latencies& latencies,
                          const MeasureOptions& options) {
  Json document = MakeDocument();
  document["model"] = model.name();
  AddSession(document, report);
  document["warmups"] = options.warmups;
  document["latency_ms"] = ToJson(latencies.latency);
  document["back_to_back_ms"] = ToJson(latencies.back_to_back);
  document["io_latency_ms"] = ToJson(latencies.io_latency);
  document["stopped_by"] = latencies.stopped_by ? Json(*latencies.stopped_by) : Json();
  return JsonText(document);
}

void NoteWhatIsSpecial(const Latencies& latencies, const SessionReport& report, const MeasureOptions& options) {
  if (report.device.backend == "null") Note("the null backend computes nothing: these are the times of Mica alone.");
  if (latencies.stopped_by == "time") {
    Note("stopped after {} seconds, before all {} runs of each kind were made.", options.max_seconds, options.runs);
  }
  if (latencies.stopped_by == "interrupt") Note("interrupted before all {} runs of each kind were made.", options.runs);
}

Result<ExitCode> Benchmark(const BenchmarkOptions& options) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  ASSIGN_OR_RETURN(Session session, CreateSession(model, options.session));
  ASSIGN_OR_RETURN(const auto inputs, MakeRandomInputs(model, kSeed));
  ASSIGN_OR_RETURN(auto outputs, GetOutputs(session, model));

  if (!options.json) WriteToStdout(SessionText(model, session.report()) + "\n");
  const Result<Latencies> latencies = [&] {
    ProgressBar bar("running");
    return Measure(session, inputs, outputs, options.measure, [&bar](int done, int total) { bar.Update(done, total); });
  }();
  RETURN_IF_ERROR(latencies);

  WriteToStdout(options.json ? BenchmarkJson(model, session.report(), *latencies, options.measure)
                             : LatenciesText(*latencies));
  NoteWhatIsSpecial(*latencies, session.report(), options.measure);
  // Ctrl-C must also end a loop in a shell that benchmarks one model after the other.
  return latencies->stopped_by == "interrupt" ? ExitCode::kFailed : ExitCode::kDone;
}

constexpr const char* kExamples = R"(
Three ways to count the time of a run, each over all runs:
  data on the GPU      started and waited for, one by one
  back to back         queued ten at a time and waited for once, time a run
  from and to the CPU  inputs copied in, run, outputs copied out

Examples:
  mica benchmark mobilenet.tflite
  mica benchmark mobilenet.tflite --precision fp32 --json > mobilenet.json
  mica benchmark deeplab.tflite --max-seconds 20)";

}  // namespace

void AddBenchmark(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<BenchmarkOptions>();
  CLI::App* command = app.add_subcommand("benchmark", "Measure how long a model takes");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  command->add_option("--warmups", options->measure.warmups, "Runs before the timed ones")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--runs", options->measure.runs, "Timed runs of each kind")
      ->check(CLI::PositiveNumber)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--max-seconds", options->measure.max_seconds, "Stop early after about so long, and say so")
      ->check(CLI::PositiveNumber)
      ->type_name("S");
  command->add_flag("--json", options->json, "Print JSON");
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return Benchmark(*options); }; });
}

}  // namespace mica::cli
