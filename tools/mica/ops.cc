// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "json_text.h"
#include "standard_output.h"
#include "table.h"

namespace mica::cli {
namespace {

struct OpsOptions {
  bool json = false;
  bool markdown = false;
};

std::string OpsJson(const std::vector<KnownOperator>& operators) {
  Json document = MakeDocument();
  document["operators"] = Json::array();
  for (const KnownOperator& op : operators) {
    document["operators"].push_back({{"name", op.name}, {"is_step", op.is_step}, {"cases", op.cases}});
  }
  return JsonText(document);
}

Table OpsTable(const std::vector<KnownOperator>& operators) {
  Table table({{"operator"}, {"tested cases", Align::kRight}, {"how it runs"}});
  for (const KnownOperator& op : operators) {
    table.AddRow(
        {op.name, std::to_string(op.cases), op.is_step ? "fused into the kernel before it" : "kernels of its own"});
  }
  return table;
}

Result<ExitCode> Ops(const OpsOptions& options) {
  const std::vector<KnownOperator> operators = ListOperators();
  if (options.json) {
    WriteToStdout(OpsJson(operators));
  } else if (options.markdown) {
    WriteToStdout(OpsTable(operators).Markdown());
  } else {
    Print("{}\n{} operators; `mica inspect MODEL` says which of a model's the GPU takes, and why not the others.\n",
          OpsTable(operators).Text(), operators.size());
  }
  return ExitCode::kDone;
}

constexpr const char* kExamples = R"(
Examples:
  mica ops
  mica ops --markdown > docs/ops.md)";

}  // namespace

void AddOps(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<OpsOptions>();
  CLI::App* command = app.add_subcommand("ops", "List the operators that the GPU can run");
  command->group("Commands");
  command->footer(kExamples);
  CLI::Option* json = command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--markdown", options->markdown, "Print a table in Markdown")->excludes(json);
  command->callback([options, &chosen] { chosen = [options] { return Ops(*options); }; });
}

}  // namespace mica::cli
