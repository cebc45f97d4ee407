// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "commands.h"
#include "elements.h"
#include "errors.h"
#include "json_text.h"
#include "operator_summary.h"
#include "origins.h"
#include "quantity.h"
#include "session_options.h"
#include "standard_output.h"
#include "table.h"

namespace mica::cli {
namespace {

struct InspectOptions {
  std::string model;
  bool json = false;
};

// ---- JSON

Json ToJson(const OperatorInfo& op) {
  Json json = {{"index", op.index},
               {"name", op.name},
               {"version", op.version},
               {"inputs", op.inputs},
               {"outputs", op.outputs},
               {"multiply_adds", op.multiply_adds},
               {"weight_bytes", op.weight_bytes},
               {"on_gpu", op.on_gpu}};
  if (!op.on_gpu) json["reason"] = op.reason;
  return json;
}

Json ToJson(const OperatorTotals& totals) {
  return {{"count", totals.count},
          {"on_gpu", totals.on_gpu},
          {"multiply_adds", totals.multiply_adds},
          {"weight_bytes", totals.weight_bytes}};
}

template <typename Items, typename Convert>
Json ToArray(const Items& items, const Convert& convert) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

std::string InspectJson(const Model& model) {
  const OperatorSummary summary = SummarizeOperators(model.operators());
  const auto tensor = [](const TensorInfo& info) { return cli::ToJson(info); };
  Json document = MakeDocument();
  document["model"] = model.name();
  document["size_bytes"] = model.size_bytes();
  document["description"] = model.description();
  document["inputs"] = ToArray(model.inputs(), tensor);
  document["outputs"] = ToArray(model.outputs(), tensor);
  document["signatures"] = ToArray(model.signatures(), [](const SignatureInfo& signature) {
    return Json{{"key", signature.key}, {"inputs", signature.inputs}, {"outputs", signature.outputs}};
  });
  document["totals"] = ToJson(summary.all);
  document["by_type"] = Json::object();
  for (const auto& [name, totals] : summary.by_type) document["by_type"][name] = ToJson(totals);
  document["operators"] = ToArray(model.operators(), [](const OperatorInfo& op) { return ToJson(op); });
  return JsonText(document);
}

// ---- Text

std::string MetadataText(const TensorInfo& info) {
  std::string text = info.description;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (!info.mean.empty())
    add(fmt::format("mean {}, deviation {}", fmt::join(info.mean, " "), fmt::join(info.stddev, " ")));
  if (!info.labels.empty()) add(fmt::format("{} labels", info.labels.size()));
  return text;
}

std::string TensorsText(const std::string& title, const std::vector<TensorInfo>& tensors) {
  Table table({{title}, {"type"}, {"size", Align::kRight}, {"name"}});
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const std::string metadata = MetadataText(tensors[i]);
    table.AddRow({std::to_string(i), FormatType(tensors[i]), FormatByteSize(tensors[i].size_bytes),
                  tensors[i].name + (metadata.empty() ? "" : " (" + metadata + ")")});
  }
  return table.Text();
}

std::string SignaturesText(const std::vector<SignatureInfo>& signatures) {
  Table table({{"signature"}, {"inputs → outputs"}});
  for (const SignatureInfo& signature : signatures) {
    table.AddRow(
        {signature.key, fmt::format("{} → {}", fmt::join(signature.inputs, ", "), fmt::join(signature.outputs, ", "))});
  }
  return table.Text();
}

std::string CountOrNothing(std::int64_t count) {
  return count == 0 ? "" : FormatCount(count);
}
std::string BytesOrNothing(std::size_t bytes) {
  return bytes == 0 ? "" : FormatByteSize(bytes);
}

std::string OperatorsText(const std::vector<OperatorInfo>& operators) {
  Table table({{"#", Align::kRight},
               {"operator"},
               {"outputs"},
               {"multiply-adds", Align::kRight},
               {"weights", Align::kRight},
               {"GPU"}});
  for (const OperatorInfo& op : operators) {
    table.AddRow({std::to_string(op.index), op.name, fmt::format("{}", fmt::join(op.outputs, ", ")),
                  CountOrNothing(op.multiply_adds), BytesOrNothing(op.weight_bytes),
                  op.on_gpu ? Cell("yes", Style::kGood) : Cell("no", Style::kBad)});
  }
  return table.Text();
}

// Every reason once, with the operators that it keeps from the GPU.
std::string ReasonsText(const std::vector<OperatorInfo>& operators) {
  std::map<std::string, std::vector<int>> refused;
  for (const OperatorInfo& op : operators) {
    if (!op.on_gpu) refused[op.reason].push_back(op.index);
  }
  std::string text;
  for (const auto& [reason, indices] : refused) {
    text +=
        fmt::format("{} {}\n  {}\n", Styled("not on the GPU:", Style::kBad), Printable(reason), FormatOrigins(indices));
  }
  return text.empty() ? "" : text + "\n";
}

void AddTotals(Table& table, const std::string& name, const OperatorTotals& totals, Style style) {
  const bool all = totals.on_gpu == totals.count;
  table.AddRow({Cell(name, style), Cell(std::to_string(totals.count), style),
                Cell(CountOrNothing(totals.multiply_adds), style), Cell(BytesOrNothing(totals.weight_bytes), style),
                Cell(all ? "all" : std::to_string(totals.on_gpu), all ? Style::kGood : Style::kBad)});
}

std::string SummaryText(const OperatorSummary& summary) {
  Table table({{"operator"},
               {"count", Align::kRight},
               {"multiply-adds", Align::kRight},
               {"weights", Align::kRight},
               {"on the GPU", Align::kRight}});
  for (const auto& [name, totals] : summary.by_type) AddTotals(table, name, totals, Style::kPlain);
  AddTotals(table, "total", summary.all, Style::kBold);
  return table.Text();
}

Result<ExitCode> Inspect(const InspectOptions& options) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  if (options.json) {
    WriteToStdout(InspectJson(model));
    return ExitCode::kDone;
  }
  Print("{}, {}\n", Styled(Printable(model.name()), Style::kBold), FormatByteSize(model.size_bytes()));
  if (!model.description().empty()) Print("{}\n", Printable(model.description()));
  Print("\n{}\n{}\n", TensorsText("input", model.inputs()), TensorsText("output", model.outputs()));
  if (!model.signatures().empty()) Print("{}\n", SignaturesText(model.signatures()));
  Print("{}\n{}{}", OperatorsText(model.operators()), ReasonsText(model.operators()),
        SummaryText(SummarizeOperators(model.operators())));
  return ExitCode::kDone;
}

constexpr const char* kExamples = R"(
Needs no GPU. What the GPU takes is judged by what OpenGL ES 3.1 guarantees.

Examples:
  mica inspect mobilenet.tflite
  mica inspect mobilenet.tflite --json | jq .totals)";

}  // namespace

void AddInspect(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Show a model's inputs, outputs, operators and costs");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &chosen] { chosen = [options] { return Inspect(*options); }; });
}

}  // namespace mica::cli
